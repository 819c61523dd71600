import type { ObjectStore } from '@reportcard/object-store';
import { createSampleId, findVaryingFields, type RunRecord, type RunRecordIndex } from '@reportcard/report-schema';
import { runFile } from './places.ts';
import { openRecordParts, type RecordParts } from './record-parts.ts';
import { type RecordLine, readRunBatches } from './run-file.ts';

/** A run file of more bytes is read again for each record that is asked for, where the store can do that. */
const LARGEST_KEPT = 256 * 1024 * 1024;

/** The records of a run; `close` ends the reading of those that are not kept. */
export interface OpenRecordIndex extends RunRecordIndex {
  close(): void;
}

/** The records of a run by sample id, with their physical lines. Null when the run file is not in the workspace. */
export async function loadRecordIndex(store: ObjectStore, runId: string): Promise<RunRecordIndex | null> {
  return (await store.exists(runFile(runId))) ? indexRecords(store, runId, null) : null;
}

/** As {@link loadRecordIndex}; records of a large run stay in the file and are read when they are asked for. */
export async function openRecordIndex(
  store: ObjectStore,
  runId: string,
  largestKept: number = LARGEST_KEPT,
): Promise<OpenRecordIndex | null> {
  const found = await store.stat(runFile(runId));
  if (found === null) return null;
  return indexRecords(store, runId, found.size > largestKept ? await openRecordParts(store, runFile(runId)) : null);
}

async function indexRecords(store: ObjectStore, runId: string, parts: RecordParts | null): Promise<OpenRecordIndex> {
  const lines: (Pick<RecordLine, 'line'> & { readonly record: Key; readonly kept: RunRecord | undefined })[] = [];
  for await (const batch of readRunBatches(store, runId)) {
    for (const { line, record } of batch)
      lines.push(parts === null ? { line, record, kept: record } : { line, record: keyOf(record), kept: undefined });
  }
  const varying = findVaryingFields(lines.map(({ record }) => record));
  const byId = new Map(lines.map((entry) => [createSampleId(entry.record, varying), entry] as const));
  return {
    path: runFile(runId),
    get: (sampleId) => {
      const entry = byId.get(sampleId);
      return entry === undefined ? undefined : (entry.kept ?? parts?.read(entry.line));
    },
    line: (sampleId) => byId.get(sampleId)?.line,
    close: () => parts?.close(),
  };
}

type Key = Pick<RunRecord, 'query_id' | 'query_mode' | 'unit_id' | 'pass'>;

function keyOf({ query_id, query_mode, unit_id, pass }: RunRecord): Key {
  return { query_id, query_mode, unit_id, pass };
}
