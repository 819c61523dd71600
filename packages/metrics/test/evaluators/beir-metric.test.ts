import type { CaseInput } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { type BeirMeasure, createBeirMetric } from '../../src/index.ts';
import { evaluate } from './evaluator-input.ts';

async function measure(name: BeirMeasure, k: number, subject: Partial<CaseInput>, ids: string[]): Promise<number> {
  const results = ids.map((id, index) => ({ id: `chunk-${index}`, source: { document_id: id } }));
  return (await evaluate(createBeirMetric(name, k), subject, { results })).value as number;
}

const graded = { metadata: { qrels: { a: 3, b: 2, c: 0, d: 1 } } };

describe('BEIR measures', () => {
  it('computes nDCG with exponential gain and logarithmic discount', async () => {
    // Ranking b, x, a: 3 + 0 + 7/2; ideal a, b, d: 7 + 3/log2(3) + 1/2.
    const value = await measure('ndcg', 3, graded, ['b', 'x', 'a']);
    expect(value).toBeCloseTo((3 + 7 / 2) / (7 + 3 / Math.log2(3) + 1 / 2), 12);
    expect(await measure('ndcg', 3, graded, ['a', 'b', 'd'])).toBeCloseTo(1, 12);
    expect(await measure('ndcg', 1, graded, ['b'])).toBeCloseTo(3 / 7, 12);
  });

  it('divides average precision by the relevant documents that fit', async () => {
    const two = { reference_doc_ids: ['a', 'b', 'd'] };
    expect(await measure('map', 2, two, ['a', 'x', 'b'])).toBeCloseTo(1 / 2, 12);
    expect(await measure('map', 10, two, ['a', 'x', 'b'])).toBeCloseTo((1 + 2 / 3) / 3, 12);
  });

  it('computes recall, precision and reciprocal rank at k', async () => {
    const subject = { reference_doc_ids: ['a', 'b'] };
    const ranking = ['x', 'b', 'y', 'a'];
    expect(await measure('recall', 2, subject, ranking)).toBe(0.5);
    expect(await measure('precision', 4, subject, ranking)).toBe(0.5);
    expect(await measure('precision', 10, subject, ranking)).toBe(0.2);
    expect(await measure('mrr', 10, subject, ranking)).toBe(0.5);
    expect(await measure('mrr', 1, subject, ranking)).toBe(0);
  });

  it('counts each document once, at its best rank', async () => {
    const subject = { reference_doc_ids: ['b'] };
    expect(await measure('mrr', 2, subject, ['x', 'x', 'b', 'b'])).toBe(0.5);
    expect(await measure('precision', 2, subject, ['b', 'b'])).toBe(0.5);
  });

  it('is 0 when nothing relevant, or nothing at all, was retrieved', async () => {
    for (const name of ['ndcg', 'map', 'recall', 'precision', 'mrr'] as const) {
      expect(await measure(name, 5, graded, ['c', 'x'])).toBe(0);
      expect(await measure(name, 5, graded, [])).toBe(0);
    }
  });

  it('is skipped for a case without relevant documents', async () => {
    const score = await evaluate(
      createBeirMetric('ndcg', 10),
      { metadata: { qrels: { a: 0 } } },
      { results: [{ id: 'a' }] },
    );
    expect(score).toMatchObject({
      name: 'beir_ndcg@10',
      value: null,
      metadata: { skipped: true, code: 'no_reference_docs' },
    });
  });
});
