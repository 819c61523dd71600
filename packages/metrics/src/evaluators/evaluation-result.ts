import { createRecord, type EvaluationScore, type Evaluator, type NotRecorded } from '@reportcard/report-schema';

/** An evaluator that says what a record must hold for it; without that its score is missing, never 0. */
export interface RecordEvaluator extends Evaluator {
  readonly needs: readonly NotRecorded[];
}

/** A measured value with its facts. */
export function createResult(
  name: string,
  value: number,
  metadata: Readonly<Record<string, unknown>> = {},
  passed: boolean | null = null,
): EvaluationScore {
  return { name, value, passed, metadata: createRecord(Object.entries(metadata)) };
}

/** No value because the case has no label for the evaluator: not applicable, never 0. */
export function createSkipped(name: string, code: string): EvaluationScore {
  return {
    name,
    value: null,
    passed: null,
    metadata: createRecord<unknown>([
      ['skipped', true],
      ['code', code],
    ]),
  };
}

/** No value because the response lacks what the evaluator reads. */
export function createMissing(name: string, what: string): EvaluationScore {
  return { name, value: null, passed: null, metadata: createRecord<unknown>([['missing', what]]) };
}
