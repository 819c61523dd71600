import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  attainable,
  computeHit,
  computeRecall,
  computeReciprocalRank,
  findPolicyEffects,
  prepareSample,
  rankingOf,
  rankReferences,
  resolvePolicies,
} from '../src/index.ts';
import { keepFirst } from '../src/ranking.ts';
import { result, sampleRecord } from './sample-record.ts';

const first = resolvePolicies('default');
const cut = resolvePolicies('ragent');

describe('the ranking of a record', () => {
  const record = sampleRecord({
    response: { results: [result(' a'), result('b'), result('a'), result(' ')], answer: 'x' },
  });

  it('is cleaned and, by policy, distinct', () => {
    expect(rankingOf(record, first)).toEqual(['a', 'b']);
    expect(rankingOf(record, cut)).toEqual(['a', 'b', 'a']);
  });

  it('is the one the response carries, where it carries one, even an empty one', () => {
    const response = { results: [result('a')], answer: 'x' };
    expect(
      rankingOf(sampleRecord({ response: { ...response, metadata: { ranking: ['z', null, 7, 'z'] } } }), first),
    ).toEqual(['z', '7']);
    expect(rankingOf(sampleRecord({ response: { ...response, metadata: { ranking: [] } } }), first)).toEqual([]);
  });

  it('is empty without a response', () => {
    expect(rankingOf(sampleRecord({ response: null, error: { message: 'x' }, final_status: 'error' }), first)).toEqual(
      [],
    );
  });

  it('becomes distinct the same way at any length', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 60 }).map(String), { maxLength: 80 }), (ids) => {
        expect([...keepFirst(ids)]).toEqual([...new Set(ids)]);
      }),
    );
  });
});

describe('retrieval measures', () => {
  const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 12 });

  it('equal a plain computation with sets', () => {
    fc.assert(
      fc.property(ids, ids, fc.integer({ min: 1, max: 12 }), (ranking, wanted, k) => {
        const reference = [...new Set(wanted)];
        const ranks = rankReferences(ranking, reference);
        const top = new Set(ranking.slice(0, k));
        const found = reference.filter((id) => top.has(id)).length;
        expect(computeHit(ranks, k)).toBe(found > 0 ? 1 : 0);
        expect(computeRecall(ranks, k)).toBe(reference.length === 0 ? null : found / reference.length);
        const rank = ranking.slice(0, k).findIndex((id) => reference.includes(id)) + 1;
        expect(computeReciprocalRank(ranks, k)).toBe(rank === 0 ? 0 : 1 / rank);
      }),
    );
  });

  it('never exceed what a sample can attain', () => {
    fc.assert(
      fc.property(ids, ids, fc.integer({ min: 1, max: 12 }), (ranking, wanted, k) => {
        const reference = [...new Set(wanted)];
        const recall = computeRecall(rankReferences([...new Set(ranking)], reference), k) ?? 0;
        const record = sampleRecord({ reference_doc_ids: wanted });
        expect(recall).toBeLessThanOrEqual(attainable(record, `recall@${k}`, first));
      }),
    );
  });
});

describe('what a metric can attain', () => {
  const record = sampleRecord({ reference_doc_ids: ['a', 'b', 'b', ' ', 'c'], reference_doc_ids_nice: ['d'] });

  it.each([
    ['recall@1', 1 / 3],
    ['recall@2', 2 / 3],
    ['recall@10', 1],
    ['recall_inclusive@1', 1 / 4],
    ['hit@1', 1],
    ['mrr@10', 1],
  ])('is bounded by the number of reference documents for %s', (metric, expected) => {
    expect(attainable(record, metric, first)).toBe(expected);
  });

  it('is 1 without reference documents, and 0 where TREC counts them as 0', () => {
    const none = sampleRecord({ reference_doc_ids: [] });
    expect(attainable(none, 'recall@5', first)).toBe(1);
    expect(attainable(none, 'recall@5', resolvePolicies('trec'))).toBe(0);
  });
});

describe('the effects of policies', () => {
  it('are seen where dedupe moves a reference document', () => {
    const moved = sampleRecord({ response: { results: [result('x'), result('x'), result('a')], answer: 'x' } });
    const same = sampleRecord({ response: { results: [result('a'), result('x'), result('x')], answer: 'x' } });
    expect(findPolicyEffects(prepareSample(moved, first)).dedupe_changed).toBe(true);
    expect(findPolicyEffects(prepareSample(moved, cut)).dedupe_changed).toBe(true);
    expect(findPolicyEffects(prepareSample(same, first)).dedupe_changed).toBe(false);
  });

  it('are seen where the latency stands in for the first token, and where ids were dropped', () => {
    const record = sampleRecord({
      first_token_ms: null,
      response: { results: [], answer: 'x', metadata: { ranking: ['a', null, ''] } },
    });
    expect(findPolicyEffects(prepareSample(record, cut))).toEqual({
      dedupe_changed: false,
      ttft_replaced: true,
      dropped_ids: 2,
    });
    expect(findPolicyEffects(prepareSample(record, first)).ttft_replaced).toBe(false);
  });
});
