import { readFileSync } from 'node:fs';
import { RunRecordSchema } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { createOwnMetrics, resolvePolicies, scoreRecord } from '../src/index.ts';

interface Query {
  reference: string[];
  retrieved: string[];
}
interface Fixture {
  pairs: {
    name: string;
    queries: (Query & { id: string; expected: Record<string, number> })[];
    overall: Record<string, number>;
  }[];
  third_party_unit_cases: {
    name: string;
    k: number;
    queries: Query[];
    expected_mean: Record<string, number>;
    expected_each?: Record<string, number[]>;
  }[];
}

const fixture = JSON.parse(
  readFileSync(new URL('../../../fixtures/trec/trec_small.json', import.meta.url), 'utf8'),
) as Fixture;

/** Our ids of trec_eval's measures. */
const OURS: Record<string, string> = {
  success_1: 'hit@1',
  success_2: 'hit@2',
  success_3: 'hit@3',
  success_5: 'hit@5',
  success_10: 'hit@10',
  recall_1: 'recall@1',
  recall_2: 'recall@2',
  recall_3: 'recall@3',
  recall_5: 'recall@5',
  recall_10: 'recall@10',
  recip_rank: 'mrr',
  recip_rank_5: 'mrr@5',
  recip_rank_10: 'mrr@10',
};
const policies = resolvePolicies('trec', { ks: [1, 2, 3, 5, 10], mrrKs: [5, 10], further: ['mrr'] });
const definitions = createOwnMetrics(policies);

function scoreQuery(query: Query): Map<string, number | null> {
  const record = RunRecordSchema.parse({
    query_id: 'q',
    user_input: '',
    reference_doc_ids: query.reference,
    final_status: 'success',
    not_recorded: ['result_texts', 'answer', 'intent', 'first_token', 'latency'],
    response: { results: query.retrieved.map((id) => ({ id })) },
  });
  const cells = scoreRecord(record, definitions, policies);
  return new Map(definitions.map((definition, index) => [definition.id, cells[index]?.value ?? null]));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

describe('agreement with trec_eval', () => {
  it('has all 170 queries to compare', () => {
    expect(fixture.pairs.reduce((sum, pair) => sum + pair.queries.length, 0)).toBe(170);
    expect(fixture.third_party_unit_cases).toHaveLength(7);
  });

  it.each(fixture.pairs)('equals it on every query and measure of $name', ({ queries, overall }) => {
    const scored = queries.map(scoreQuery);
    for (const [index, query] of queries.entries()) {
      for (const [measure, expected] of Object.entries(query.expected)) {
        const got = scored[index]?.get(OURS[measure] ?? measure);
        expect(
          Math.abs((got ?? Number.NaN) - expected),
          `${query.id} ${measure}: ${got} for ${expected}`,
        ).toBeLessThanOrEqual(1e-12);
      }
    }
    for (const [measure, expected] of Object.entries(overall)) {
      const got = mean(scored.map((scores) => scores.get(OURS[measure] ?? measure) ?? Number.NaN));
      expect(Math.abs(got - expected), measure).toBeLessThanOrEqual(1e-12);
    }
  });

  it.each(fixture.third_party_unit_cases)(
    'equals the authors’ value of $name',
    ({ queries, expected_mean, expected_each }) => {
      const scored = queries.map(scoreQuery);
      for (const [measure, expected] of Object.entries(expected_mean)) {
        const got = mean(scored.map((scores) => scores.get(OURS[measure] ?? measure) ?? Number.NaN));
        expect(Math.abs(got - expected), measure).toBeLessThanOrEqual(1e-12);
      }
      for (const [measure, expected] of Object.entries(expected_each ?? {})) {
        expect(scored.map((scores) => scores.get(OURS[measure] ?? measure))).toEqual(expected);
      }
    },
  );
});
