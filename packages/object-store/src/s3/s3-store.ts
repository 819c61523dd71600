import { ReportcardError } from '@reportcard/report-schema';
import { compareKeys, parseKey, parsePrefix } from '../key.ts';
import { collectBytes } from '../object-body.ts';
import type { Appender, ObjectBody, ObjectStat, ObjectStore } from '../object-store.ts';
import {
  type AppendState,
  joinedMetadata,
  ownerOfPart,
  partKey,
  readAppendState,
  readJoined,
  requireAppendable,
} from './appended-parts.ts';
import { createS3Appender } from './s3-appender.ts';
import { createS3Client, JOINED_HEADER, type S3Client, type S3Options } from './s3-client.ts';

interface OpenObject {
  readonly base: Response | null;
  readonly pending: AppendState['pending'];
}

function missing(place: string): ReportcardError {
  return new ReportcardError({ code: 'data', file: place, message: 'there is no such object', hint: 'check its name' });
}

async function stateOf(client: S3Client, key: string): Promise<AppendState> {
  return readAppendState(client, key, async () => (await client.head(key))?.joined ?? null);
}

async function openObject(client: S3Client, key: string): Promise<OpenObject | null> {
  let base: Response | null | undefined;
  const { pending } = await readAppendState(client, key, async () => {
    base = await client.get(key);
    return base?.headers.get(JOINED_HEADER) ?? null;
  });
  base ??= await client.get(key);
  return base === null && pending.length === 0 ? null : { base, pending };
}

async function deleteParts(client: S3Client, state: AppendState): Promise<void> {
  for (const part of state.left) await client.delete(part.key);
}

async function replaceObject(client: S3Client, key: string, body: ObjectBody): Promise<void> {
  const state = await stateOf(client, key);
  await client.put(key, body, joinedMetadata(state.last));
  await deleteParts(client, state);
}

async function joinParts(client: S3Client, key: string): Promise<void> {
  const state = await stateOf(client, key);
  if (state.pending.length > 0)
    await client.put(key, readJoined(client, key, await client.get(key), state.pending), joinedMetadata(state.last));
  await deleteParts(client, state);
}

async function openAppender(client: S3Client, key: string): Promise<Appender> {
  const state = await stateOf(client, key);
  const head = await client.head(key);
  if (head === null && state.left.length === 0) await client.put(key, '', {});
  let last = Math.max(state.last, Number(head?.joined ?? 0));
  return createS3Appender({
    key,
    async putPart(text) {
      await client.put(partKey(key, last + 1), text, {});
      last++;
    },
    join: () => joinParts(client, key),
  });
}

async function statObject(client: S3Client, key: string): Promise<ObjectStat | null> {
  const head = await client.head(key);
  const { pending } = await readAppendState(client, key, async () => head?.joined ?? null);
  if (head === null && pending.length === 0) return null;
  const size = pending.reduce((sum, part) => sum + part.size, head?.size ?? 0);
  return { size, modified: pending.at(-1)?.modified ?? head?.modified ?? new Date(0) };
}

async function createWithoutConditions(client: S3Client, key: string, bytes: Uint8Array): Promise<boolean> {
  if ((await client.head(key)) !== null) return false;
  await client.put(key, bytes, {});
  const stored = await client.get(key);
  return stored !== null && Buffer.compare(new Uint8Array(await stored.arrayBuffer()), bytes) === 0;
}

async function* listKeys(client: S3Client, root: string, prefix: string): AsyncGenerator<string> {
  const keys = new Set<string>();
  for await (const { key } of client.list(`${root}${prefix}`)) {
    const own = key.slice(root.length);
    const owner = ownerOfPart(own);
    if (owner === undefined) keys.add(own);
    else if (owner.startsWith(prefix)) keys.add(owner);
  }
  yield* [...keys].filter((key) => key !== '' && !key.endsWith('/')).sort(compareKeys);
}

/**
 * A store in a bucket, path style, at any S3 endpoint. A put is one request up to `partSize` and a multipart upload beyond; both
 * are atomic. `putIfAbsent` uses `If-None-Match: *`; where the server does not know it (501 and the like), the object is
 * looked for, written and read back instead, which two writers within the same instant can defeat. S3 cannot append: lines go
 * to `<key without .jsonl>.parts/NNNNNN.jsonl`, one part a second while there are any, read as one with the object and joined on
 * `close`; a kill loses at most the last second. Credentials appear in no error.
 */
export function createS3Store(options: S3Options): ObjectStore {
  const client = createS3Client(options);
  const prefix = options.prefix?.replace(/^\/+|\/+$/g, '') ?? '';
  const root = prefix === '' ? '' : `${parseKey(prefix)}/`;
  const place = (key: string): string => `s3://${options.bucket}/${root}${key}`;
  const keyOf = (key: string): string => `${root}${parseKey(key)}`;
  let conditional = true;

  async function* readObject(key: string): AsyncGenerator<Uint8Array> {
    const whole = keyOf(key);
    const found = await openObject(client, whole);
    if (found === null) throw missing(place(key));
    yield* readJoined(client, whole, found.base, found.pending);
  }

  async function createObject(key: string, body: string | Uint8Array): Promise<boolean> {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    const created = conditional ? await client.putIfAbsent(keyOf(key), bytes) : null;
    if (created !== null) return created;
    conditional = false;
    return createWithoutConditions(client, keyOf(key), bytes);
  }

  async function removeObject(key: string): Promise<void> {
    const whole = keyOf(key);
    const state = await stateOf(client, whole);
    await client.delete(whole);
    await deleteParts(client, state);
  }

  async function moveObject(from: string, to: string): Promise<void> {
    const source = keyOf(from);
    const target = keyOf(to);
    await joinParts(client, source);
    if ((await client.head(source)) === null) throw missing(place(from));
    const replaced = await stateOf(client, target);
    await client.copy(source, target);
    await deleteParts(client, replaced);
    await client.delete(source);
  }

  return {
    url: `s3://${options.bucket}${prefix === '' ? '' : `/${prefix}`}`,
    async get(key) {
      const whole = keyOf(key);
      const found = await openObject(client, whole);
      return found === null ? null : collectBytes(readJoined(client, whole, found.base, found.pending));
    },
    read: readObject,
    put: async (key, body) => replaceObject(client, keyOf(key), body),
    putIfAbsent: createObject,
    async append(key) {
      const whole = keyOf(key);
      requireAppendable(whole);
      return openAppender(client, whole);
    },
    stat: async (key) => statObject(client, keyOf(key)),
    exists: async (key) => (await statObject(client, keyOf(key))) !== null,
    list: (wanted) => listKeys(client, root, parsePrefix(wanted)),
    delete: removeObject,
    rename: moveObject,
  };
}
