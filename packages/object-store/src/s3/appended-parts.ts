import { ReportcardError } from '@reportcard/report-schema';
import { JOINED_HEADER, type S3Client, type S3Entry } from './s3-client.ts';

/*
 * S3 cannot append. Appended text goes to `<key without .jsonl>.parts/NNNNNN.jsonl`; an object together with its parts reads as
 * one. Joining writes object and parts as one new object whose header names the last part it holds, then deletes the
 * parts: after a kill in between, the header tells that what is left over is already inside.
 */

const PART = /^(.*)\.parts\/(\d{6})\.jsonl$/s;

/** A part of an object that is being appended to. */
export interface AppendedPart extends S3Entry {
  readonly number: number;
}

/** An object as it is in the bucket: its parts that are not yet inside it, and the number of the last part ever. */
export interface AppendState {
  readonly pending: readonly AppendedPart[];
  readonly left: readonly AppendedPart[];
  readonly last: number;
}

/** Whether a key may be appended to, and therefore may have parts. */
export function isAppendable(key: string): boolean {
  return key.endsWith('.jsonl') && !PART.test(key);
}

/** The key a part belongs to; undefined for any other key. */
export function ownerOfPart(key: string): string | undefined {
  const match = PART.exec(key);
  return match === null ? undefined : `${match[1]}.jsonl`;
}

/** `runs/a.parts/000007.jsonl` of `runs/a.jsonl`. */
export function partKey(key: string, number: number): string {
  return `${partsPrefix(key)}${String(number).padStart(6, '0')}.jsonl`;
}

function partsPrefix(key: string): string {
  return `${key.slice(0, -'.jsonl'.length)}.parts/`;
}

/** Throws a `path` error for a key that cannot be appended to. */
export function requireAppendable(key: string): void {
  if (isAppendable(key)) return;
  throw new ReportcardError({
    code: 'path',
    file: key,
    message: 'S3 can only append to JSON Lines',
    expected: 'a key that ends in .jsonl',
    got: key,
  });
}

async function listParts(client: S3Client, key: string): Promise<AppendedPart[]> {
  const parts: AppendedPart[] = [];
  for await (const entry of client.list(partsPrefix(key))) {
    const match = PART.exec(entry.key);
    if (match !== null) parts.push({ ...entry, number: Number(match[2]) });
  }
  return parts.sort((a, b) => a.number - b.number);
}

/** Sorts the parts of an object by what its header (null: none) says it holds already. */
export async function readAppendState(
  client: S3Client,
  key: string,
  joined: (parts: readonly AppendedPart[]) => Promise<string | null>,
): Promise<AppendState> {
  const left = isAppendable(key) ? await listParts(client, key) : [];
  const held = left.length === 0 ? 0 : Number(await joined(left));
  const last = Math.max(held, left.at(-1)?.number ?? 0);
  return { left, last, pending: left.filter((part) => part.number > held) };
}

/** Metadata of an object that holds all parts up to `last`. */
export function joinedMetadata(last: number): Record<string, string> {
  return last === 0 ? {} : { [JOINED_HEADER]: String(last) };
}

async function* responseBytes(response: Response | null): AsyncGenerator<Uint8Array> {
  if (response?.body) yield* response.body;
}

/** The bytes of an object and of its pending parts, one after the other. */
export async function* readJoined(
  client: S3Client,
  key: string,
  base: Response | null,
  pending: readonly AppendedPart[],
): AsyncGenerator<Uint8Array> {
  yield* responseBytes(base);
  for (const part of pending) {
    const response = await client.get(part.key);
    if (response === null) {
      throw new ReportcardError({
        code: 'unavailable',
        file: key,
        message: 'the file changed while it was being read',
        hint: 'try again',
      });
    }
    yield* responseBytes(response);
  }
}
