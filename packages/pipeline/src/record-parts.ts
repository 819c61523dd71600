import { transcode } from 'node:buffer';
import type { ObjectStore, PartReader } from '@reportcard/object-store';
import { parseJson, parseRunRecordLazily, type RunRecord } from '@reportcard/report-schema';

/** Reads single records of a run file by their line. */
export interface RecordParts {
  /** The record on a line, from 1, of a file whose records were all read before. */
  read(line: number): RunRecord;
  close(): void;
}

const NEWLINE = 10;
/** Read at once where records are asked for in the order of the file, as they mostly are. */
const BLOCK_BYTES = 1_048_576;

/** Where each line of a file starts, and where the last one ends. */
async function findStarts(store: ObjectStore, path: string): Promise<Float64Array> {
  const starts = [0];
  let offset = 0;
  for await (const chunk of store.read(path)) {
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) starts.push(offset + at + 1);
    offset += chunk.length;
  }
  return Float64Array.from([...starts, offset]);
}

/** Opens a run file for reading records by line; null where the store cannot read parts. */
export async function openRecordParts(store: ObjectStore, path: string): Promise<RecordParts | null> {
  const parts = store.openParts?.(path) ?? null;
  if (parts === null) return null;
  const starts = await findStarts(store, path);
  let block: { readonly first: number; readonly texts: readonly string[] } = { first: 1, texts: [] };
  return {
    read(line) {
      if (block.texts[line - block.first] === undefined) {
        const isNext = line === block.first + block.texts.length;
        block = { first: line, texts: readLines(parts, starts, line, isNext ? BLOCK_BYTES : 0) };
      }
      const value = parseJson(block.texts[line - block.first] ?? '', { file: path, line });
      // the schemas are at hand since the file was read, where any record needs them
      return parseRunRecordLazily(value, { file: path, line }) as RunRecord;
    },
    close: () => parts.close(),
  };
}

/** The texts of a line and of those after it that fit into so many bytes: decoding many at once takes a fraction of the time. */
function readLines(parts: PartReader, starts: Float64Array, line: number, most: number): string[] {
  const start = starts[line - 1] ?? 0;
  let last = line;
  while (last + 1 < starts.length && (starts[last + 1] ?? 0) - start <= most) last += 1;
  const bytes = Buffer.from(parts.read(start, (starts[last] ?? start) - start));
  const text = transcode(bytes, 'utf8', 'utf16le').toString('utf16le');
  return text
    .replace(/^\ufeff/, '')
    .split('\n')
    .slice(0, last - line + 1);
}
