import type { ObjectStore } from '@reportcard/object-store';
import { parseJson, parseRunRecordLazily, type RunRecord } from '@reportcard/report-schema';

/** Reads single records of a run file by their line. */
export interface RecordParts {
  /** The record on a line, from 1, of a file whose records were all read before. */
  read(line: number): RunRecord;
  close(): void;
}

const NEWLINE = 10;
/** Records are mostly asked for in the order of the file: one read serves many. */
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
  let block: { readonly start: number; readonly bytes: Uint8Array } = { start: 0, bytes: new Uint8Array(0) };
  const readBytes = (start: number, end: number): Uint8Array => {
    if (start < block.start || end > block.start + block.bytes.length)
      block = { start, bytes: parts.read(start, Math.max(BLOCK_BYTES, end - start)) };
    return block.bytes.subarray(start - block.start, end - block.start);
  };
  return {
    read(line) {
      const [start = 0, end = start] = [starts[line - 1], starts[line]];
      const text = Buffer.from(readBytes(start, end))
        .toString('utf8')
        .replace(/^\ufeff/, '');
      const record = parseRunRecordLazily(parseJson(text, { file: path, line }), { file: path, line });
      // the schemas are at hand since the file was read, where any record needs them
      return record as RunRecord;
    },
    close: () => parts.close(),
  };
}
