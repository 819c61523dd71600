import type { ObjectStore } from '@reportcard/object-store';
import {
  createSampleId,
  EVERY_FIELD,
  parseRunRecordLazily,
  ReportcardError,
  type RunRecord,
  readJsonLineBatches,
} from '@reportcard/report-schema';
import { runFile } from './places.ts';

/** A record with its physical line in the run file. */
export interface RecordLine {
  readonly line: number;
  readonly record: RunRecord;
}

function sampleStandsTwice(file: string, { line, record }: RecordLine, earlier: number): ReportcardError {
  return new ReportcardError({
    code: 'data',
    file,
    line,
    path: 'query_id',
    message: `the sample ${JSON.stringify(record.query_id)} stands twice, first on line ${earlier}`,
    expected: 'each query_id once per query mode, unit and pass',
    hint: 'remove one of the two lines',
  });
}

/** As {@link readRun}, many records at a time. */
export async function* readRunBatches(store: ObjectStore, runId: string): AsyncGenerator<readonly RecordLine[]> {
  const file = runFile(runId);
  const seen = new Map<string, number>();
  for await (const batch of readJsonLineBatches(store.read(file), { file })) {
    const records: RecordLine[] = [];
    for (const { line, value } of batch) {
      const parsed = parseRunRecordLazily(value, { file, line });
      const record = parsed instanceof Promise ? await parsed : parsed;
      const key = createSampleId(record, EVERY_FIELD);
      const earlier = seen.get(key);
      if (earlier !== undefined) throw sampleStandsTwice(file, { line, record }, earlier);
      seen.set(key, line);
      records.push({ line, record });
    }
    yield records;
  }
}

/** Streams the records of a run. Throws `data` errors with file and line for broken lines and for a sample that stands twice. */
export async function* readRun(store: ObjectStore, runId: string): AsyncGenerator<RecordLine> {
  for await (const batch of readRunBatches(store, runId)) yield* batch;
}
