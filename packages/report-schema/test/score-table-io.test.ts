import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createRecord,
  createSampleReader,
  formatScores,
  parseScores,
  type ScoresFile,
  tableFromScores,
} from '../src/index.ts';

function scoresWith(
  perSample: Readonly<
    Record<
      string,
      { scores: Record<string, number>; unscored: Record<string, { status: 'judge_error'; code: string }> }
    >
  >,
): ScoresFile {
  const sample = { query_id: 'q', final_status: 'success', inputs_sha256: 'a', case_sha256: 'b', intent_l1: 'A' };
  return parseScores({
    schema_version: 1,
    meta: {
      run_id: 'r',
      dataset: { name: 'd', n_samples: 1 },
      query_modes: ['default'],
      status: {},
      policies: { dedupe: 'first', quantile: 7, fallback_phrases: [] },
      volatile: { created_at: '2026-06-01T00:00:00Z' },
    },
    metrics: { m: { label: 'M', group: 'own', unit: 'ratio', higher_is_better: true, aggregate: 'mean' } },
    overall: { m: 0.5 },
    by_intent_l1: JSON.parse('{"__proto__":{"m":1}}') as object,
    by_intent_l2: {},
    stats: { overall: {}, by_intent_l1: {}, by_intent_l2: {}, by_label: {} },
    failures: { n_failed: 0, n_total: 1, by_reason: {}, combinations: [] },
    per_sample: Object.fromEntries(Object.entries(perSample).map(([id, rest]) => [id, { ...sample, ...rest }])),
  });
}

describe('writing _scores.json', () => {
  it('puts per_sample last, one line a sample, and reads back equal', () => {
    const scores = scoresWith({
      a: { scores: { m: 0 }, unscored: {} },
      b: { scores: {}, unscored: { m: { status: 'judge_error', code: 'truncated' } } },
    });
    const text = [...formatScores(scores)].join('');
    const lines = text.split('\n');
    expect(lines.findIndex((line) => line.startsWith('  "per_sample": {'))).toBe(lines.length - 6);
    expect(lines[lines.length - 5]).toMatch(/^ {4}"a": \{.*\},$/);
    expect(lines[lines.length - 4]).toMatch(/^ {4}"b": \{.*\}$/);
    expect(parseScores(JSON.parse(text))).toEqual(scores);
  });

  it('keeps __proto__ as a slice', () => {
    const text = [...formatScores(scoresWith({}))].join('');
    expect(Object.keys(parseScores(JSON.parse(text)).by_intent_l1)).toEqual(['__proto__']);
  });

  it('is JSON for whatever a member holds', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (usage) => {
        const scores = scoresWith({});
        const text = [
          ...formatScores({ ...scores, meta: { ...scores.meta, usage: createRecord(Object.entries(usage)) } }),
        ].join('');
        expect(JSON.stringify(JSON.parse(text).meta.usage)).toBe(JSON.stringify(createRecord(Object.entries(usage))));
      }),
    );
  });

  it('refuses NaN', () => {
    const scores = scoresWith({});
    expect(() => [...formatScores({ ...scores, overall: createRecord([['m', Number.NaN]]) })]).toThrow(
      'must not hold NaN',
    );
  });
});

describe('a table out of _scores.json', () => {
  it('holds the values and says why others are missing', () => {
    const scores = scoresWith({
      a: { scores: { m: 0 }, unscored: {} },
      b: { scores: {}, unscored: { m: { status: 'judge_error', code: 'truncated' } } },
    });
    const table = tableFromScores(scores);
    expect(table.get(0, 'm')).toEqual({ value: 0, status: 'ok' });
    expect(table.get(1, 'm')).toEqual({ value: null, status: 'judge_error', code: 'truncated' });
    expect(createSampleReader(table)(1, [])).toEqual(scores.per_sample['b']);
  });
});
