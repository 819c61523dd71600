import type { ObjectStore } from '@reportcard/object-store';
import {
  createSampleId,
  EVERY_FIELD,
  parseRunRecordLazily,
  ReportcardError,
  type RunRecord,
  readJsonLines,
} from '@reportcard/report-schema';
import { runFile } from './places.ts';

/** A record with its physical line in the run file. */
export interface RecordLine {
  readonly line: number;
  readonly record: RunRecord;
}

/** Streams the records of a run. Throws `data` errors with file and line for broken lines and for a sample that stands twice. */
export async function* readRun(store: ObjectStore, runId: string): AsyncGenerator<RecordLine> {
  const file = runFile(runId);
  const seen = new Map<string, number>();
  for await (const { line, value } of readJsonLines(store.read(file), { file })) {
    const record = await parseRunRecordLazily(value, { file, line });
    const key = createSampleId(record, EVERY_FIELD);
    const earlier = seen.get(key);
    if (earlier !== undefined) {
      throw new ReportcardError({
        code: 'data',
        file,
        line,
        path: 'query_id',
        message: `the sample ${JSON.stringify(record.query_id)} stands twice, first on line ${earlier}`,
        expected: 'each query_id once per query mode, unit and pass',
        hint: 'remove one of the two lines',
      });
    }
    seen.set(key, line);
    yield { line, record };
  }
}
