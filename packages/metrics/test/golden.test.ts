import { readFileSync } from 'node:fs';
import { RunRecordSchema } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import {
  answerCorrectness,
  answerRelevancy,
  averagePrecision,
  createOwnMetrics,
  fbeta,
  ratio,
  resolvePolicies,
  scoreRecord,
} from '../src/index.ts';

interface Vector {
  fn: string;
  input: unknown[];
  expect: { value: number | null; status?: string; code?: string };
}
type Computed = { value: number | null; status?: string | undefined; code?: string | undefined };

const vectors = JSON.parse(
  readFileSync(new URL('../../../fixtures/ragas-golden.json', import.meta.url), 'utf8'),
) as Vector[];

/** Scores a ranking that may hold null against reference documents, the way a run record gets its metrics. */
function scoreRanking(metric: string): (...input: unknown[]) => Computed {
  return (ranking, reference, k) => {
    const policies = resolvePolicies('default', { ks: [k as number], mrrKs: [k as number] });
    const record = RunRecordSchema.parse({
      query_id: 'q',
      user_input: '',
      reference_doc_ids: reference,
      final_status: 'success',
      response: { metadata: { ranking } },
    });
    const definition = createOwnMetrics(policies).filter(({ id }) => id === `${metric}@${k}`);
    return scoreRecord(record, definition, policies)[0] as Computed;
  };
}

const FUNCTIONS: Record<string, (...input: never[]) => Computed> = {
  averagePrecision,
  ratio,
  fbeta: (...input: [number, number, number, number?]) => ({ value: fbeta(...input) }),
  answerCorrectness,
  answerRelevancy,
  hit: scoreRanking('hit') as (...input: never[]) => Computed,
  recall: scoreRanking('recall') as (...input: never[]) => Computed,
  mrr: scoreRanking('mrr') as (...input: never[]) => Computed,
};
// Quantiles are aggregates: the statistics package answers those four vectors.
const ours = vectors.filter((vector) => vector.fn !== 'quantile7');

describe('the vectors worked out by hand', () => {
  it('are 36, of which 32 are formulas of a sample', () => {
    expect(vectors).toHaveLength(36);
    expect(ours).toHaveLength(32);
  });

  it.each(ours.map((vector) => ({ ...vector, title: JSON.stringify(vector.input) })))('$fn of $title', (vector) => {
    const got = FUNCTIONS[vector.fn]?.(...(vector.input as never[]));
    expect(got?.value === null).toBe(vector.expect.value === null);
    expect(Math.abs((got?.value ?? 0) - (vector.expect.value ?? 0))).toBeLessThanOrEqual(1e-15);
    const { value: _, ...state } = vector.expect;
    expect(got).toMatchObject(state);
  });
});
