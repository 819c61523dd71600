import { describe, expect, it } from 'vitest';
import { findDrops } from '../src/find-drops.ts';
import { PLAIN_NAMES } from '../src/index.ts';
import { buildScores, hashOf, METRICS } from './fixtures/build-scores.ts';

const SCORABLE = ['faithfulness', 'answer_correctness'];
const drops = (now: Parameters<typeof buildScores>[0], before: Parameters<typeof buildScores>[0], metrics = METRICS) =>
  findDrops(buildScores(now, { metrics }), buildScores(before, { metrics }), SCORABLE, PLAIN_NAMES);

describe('the loss of a sample against the baseline', () => {
  it('is that of its metric that lost most', () => {
    const found = drops(
      { a: { scores: { faithfulness: 0.5, answer_correctness: 0.25 } } },
      { a: { scores: { faithfulness: 0.75, answer_correctness: 0.75 } } },
    );
    expect(found.get('a')).toEqual({
      metric: 'answer_correctness',
      label: 'answer_correctness',
      amount: 0.5,
      before: '0.75',
      after: '0.25',
    });
  });

  it('is that of a metric a human may score, where one lost anything', () => {
    const found = drops(
      { a: { scores: { 'hit@5': 0, faithfulness: 0.5 } }, b: { scores: { 'hit@5': 0, faithfulness: 0.5 } } },
      { a: { scores: { 'hit@5': 1, faithfulness: 0.75 } }, b: { scores: { 'hit@5': 1, faithfulness: 0.5 } } },
    );
    expect([found.get('a')?.metric, found.get('b')?.metric]).toEqual(['faithfulness', 'hit@5']);
  });

  it('of a metric that should be low is its rise', () => {
    const metrics = { fallback_rate: { higher_is_better: false } };
    const found = drops({ a: { scores: { fallback_rate: 1 } } }, { a: { scores: { fallback_rate: 0 } } }, metrics);
    expect(found.get('a')?.amount).toBe(1);
  });

  it('is none for gains, times, missing scores, new samples and changed questions', () => {
    const found = drops(
      {
        gained: { scores: { faithfulness: 0.9 } },
        slower: { scores: { ttft_p50_ms: 900 } },
        missing: { scores: {} },
        fresh: { scores: { faithfulness: 0 } },
        changed: { scores: { faithfulness: 0 }, case_sha256: hashOf('another question') },
      },
      {
        gained: { scores: { faithfulness: 0.8 } },
        slower: { scores: { ttft_p50_ms: 100 } },
        missing: { scores: { faithfulness: 1 } },
        changed: { scores: { faithfulness: 1 } },
      },
    );
    expect([...found.keys()]).toEqual([]);
  });

  it('pairs samples by their fields, not by their ids', () => {
    const found = drops(
      { 'a@x': { query_id: 'a', query_mode: 'x', case_sha256: hashOf('a'), scores: { faithfulness: 0 } } },
      {
        'a@x#u': { query_id: 'a', query_mode: 'x', case_sha256: hashOf('a'), scores: { faithfulness: 1 } },
        'a@y': { query_id: 'a', query_mode: 'y', case_sha256: hashOf('a'), scores: { faithfulness: 0 } },
      },
    );
    expect([...found.keys()]).toEqual(['a@x']);
  });
});
