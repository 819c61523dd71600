import { isUtf8, transcode } from 'node:buffer';
import { findForeignContent, parseJson } from './json-text.ts';
import { ReportcardError } from './reportcard-error.ts';

/** A parsed line of a JSON Lines file with its physical line number, from 1. */
export interface JsonLine {
  readonly line: number;
  readonly value: unknown;
}

/** Where JSON Lines come from, for messages, and what becomes of a torn last line. */
export interface JsonlOptions {
  /** Name of the file, for messages. */
  readonly file?: string | undefined;
  /** What to do with a last line that is cut off: `error` (default) throws, `drop` leaves it out and calls `onTorn`. */
  readonly torn?: 'error' | 'drop' | undefined;
  /** Called with the line number and the byte offset at which a dropped last line begins. */
  readonly onTorn?: ((line: number, offset: number) => void) | undefined;
}

const NEWLINE = 10;

function decodeUtf8(bytes: Buffer, firstLine: number, file: string | undefined): string {
  if (isUtf8(bytes)) return transcode(bytes, 'utf8', 'utf16le').toString('utf16le');
  let line = firstLine;
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    if (!isUtf8(bytes.subarray(start, end))) break;
    line++;
    start = end + 1;
  }
  throw new ReportcardError({
    code: 'data',
    file,
    line,
    message: 'the line is not valid UTF-8',
    expected: 'UTF-8 text',
    hint: 're-save the file as UTF-8',
  });
}

/** Splits a byte stream into chunks of whole lines (the last may lack its newline). */
async function* wholeLines(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<{ bytes: Buffer; last: boolean }> {
  let rest: Buffer[] = [];
  for await (const chunk of source) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const cut = bytes.lastIndexOf(NEWLINE);
    if (cut < 0) {
      rest.push(Buffer.from(bytes));
      continue;
    }
    yield { bytes: Buffer.concat([...rest, bytes.subarray(0, cut + 1)]), last: false };
    rest = cut + 1 < bytes.length ? [Buffer.from(bytes.subarray(cut + 1))] : [];
  }
  yield { bytes: Buffer.concat(rest), last: true };
}

/** Lines of a chunk of whole lines that starts at line `line`; ends early at a torn last line, whose number it returns. */
function parseLines(
  text: string,
  line: number,
  torn: boolean,
  options: JsonlOptions,
): { batch: JsonLine[]; next: number; tornAt: number | undefined } {
  const batch: JsonLine[] = [];
  let next = line;
  for (let start = 0; start < text.length; next += 1) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const body = text.slice(start, end);
    start = end + 1;
    if (body.trim() === '') continue;
    const value = readLine(body, next, torn, options);
    if (value === TORN) return { batch, next, tornAt: next };
    batch.push({ line: next, value });
  }
  return { batch, next, tornAt: undefined };
}

/** The text of the first chunk without BOM. Throws a `data` error when the file is a git-lfs pointer or binary. */
function openText(text: string, file: string | undefined): string {
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const isForeign = body.startsWith('version https://git-lfs') || body.includes('\u0000');
  const foreign = isForeign ? findForeignContent(body, { file }) : undefined;
  if (foreign !== undefined) throw new ReportcardError({ ...foreign, code: 'data' });
  return body;
}

/** As {@link readJsonLines}, many lines at a time: waiting for each line costs as much as reading a short one. */
export async function* readJsonLineBatches(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: JsonlOptions = {},
): AsyncGenerator<readonly JsonLine[]> {
  let line = 1;
  let offset = 0;
  let seen = 0;
  for await (const { bytes, last } of wholeLines(source)) {
    if (bytes.length === 0) continue;
    const torn = last && options.torn === 'drop';
    if (torn && !isUtf8(bytes)) {
      options.onTorn?.(line, offset);
      break;
    }
    const decoded = decodeUtf8(bytes, line, options.file);
    const { batch, next, tornAt } = parseLines(
      offset === 0 ? openText(decoded, options.file) : decoded,
      line,
      torn,
      options,
    );
    seen += batch.length;
    if (batch.length > 0) yield batch;
    if (tornAt !== undefined) {
      options.onTorn?.(tornAt, offset);
      return;
    }
    line = next;
    offset += bytes.length;
  }
  if (seen === 0) {
    throw new ReportcardError({
      code: 'data',
      file: options.file,
      message: 'the file is empty',
      expected: 'one JSON object a line',
      hint: 'check that it was written completely',
    });
  }
}

/**
 * Reads JSON Lines from bytes: UTF-8 with or without BOM, LF or CRLF, blank lines passed over. Errors carry file and
 * line. A file without any line is a `data` error, so is a broken line, except a torn last one with `torn: 'drop'`.
 */
export async function* readJsonLines(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: JsonlOptions = {},
): AsyncGenerator<JsonLine> {
  for await (const batch of readJsonLineBatches(source, options)) yield* batch;
}

const TORN = Symbol('torn');

function readLine(body: string, line: number, torn: boolean, options: JsonlOptions): unknown {
  try {
    return JSON.parse(body);
  } catch {
    if (torn) return TORN;
    return parseJson(body, { file: options.file, line });
  }
}
