import type { ObjectStore } from '@reportcard/object-store';
import { createSampleId, findVaryingFields, type RunRecord, type RunRecordIndex } from '@reportcard/report-schema';
import { runFile } from './places.ts';
import { type RecordLine, readRunBatches } from './run-file.ts';

/** The records of a run by sample id, with their physical lines. Null when the run file is not in the workspace. */
export async function loadRecordIndex(store: ObjectStore, runId: string): Promise<RunRecordIndex | null> {
  if (!(await store.exists(runFile(runId)))) return null;
  const lines: RecordLine[] = [];
  for await (const batch of readRunBatches(store, runId)) for (const line of batch) lines.push(line);
  const varying = findVaryingFields(lines.map(({ record }) => record));
  const byId = new Map<string, { line: number; record: RunRecord }>();
  for (const { line, record } of lines) byId.set(createSampleId(record, varying), { line, record });
  return {
    path: runFile(runId),
    get: (sampleId) => byId.get(sampleId)?.record,
    line: (sampleId) => byId.get(sampleId)?.line,
  };
}
