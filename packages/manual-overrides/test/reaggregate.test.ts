import { parseScores, tableFromScores } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { reaggregate } from '../src/index.ts';
import { buildMeta, buildScores, buildTable, METRICS, RULES, textOf } from './build-scores.ts';

describe('reaggregate', () => {
  it('gives values, counts, slices and failures of a table', () => {
    const scores = buildScores([
      ['a', { scores: { 'hit@5': 1, faithfulness: 0.2 } }],
      ['b', { scores: { 'hit@5': 0, faithfulness: { value: null, status: 'judge_error', code: 'truncated' } } }],
      ['c', { intent_l2: 'S2', scores: { 'hit@5': 1, faithfulness: 0.8 } }],
    ]);
    expect(scores.overall).toMatchObject({ 'hit@5': 2 / 3, faithfulness: 0.5 });
    expect(scores.by_intent_l2['S1']).toMatchObject({ 'hit@5': 0.5, faithfulness: 0.2 });
    expect(scores.stats.overall['faithfulness']).toMatchObject({ n_total: 3, n_scored: 2, n_judge_error: 1 });
    expect(scores.failures).toMatchObject({ n_failed: 2, n_total: 3 });
    expect(scores.failures.by_reason).toMatchObject({ 'hit@5_miss': 1, faithfulness_low: 1 });
    expect(scores.per_sample['a']?.failure_reasons).toEqual(['faithfulness_low(0.20)']);
    expect(scores.per_sample['b']?.unscored['faithfulness']).toEqual({ status: 'judge_error', code: 'truncated' });
    expect(scores.by_query_mode).toBeUndefined();
  });

  it('describes the first of several query modes on top and never pools them', () => {
    const table = buildTable([
      ['a', { query_mode: 'dense', scores: { 'hit@5': 0 } }],
      ['a', { query_mode: 'sparse', scores: { 'hit@5': 1 } }],
      ['b', { query_mode: 'dense', scores: { 'hit@5': 1 } }],
      ['b', { query_mode: 'sparse', scores: { 'hit@5': 1 } }],
    ]);
    const meta = buildMeta(table, { query_modes: ['dense', 'sparse'] });
    const scores = reaggregate({ table, metrics: METRICS, meta, rules: RULES });
    expect(scores.overall['hit@5']).toBe(0.5);
    expect(scores.stats.overall['hit@5']?.n_total).toBe(2);
    expect(Object.keys(scores.by_query_mode ?? {})).toEqual(['dense', 'sparse']);
    expect(scores.by_query_mode?.['dense']?.overall['hit@5']).toBe(0.5);
    expect(scores.by_query_mode?.['sparse']?.overall['hit@5']).toBe(1);
    expect(scores.failures).toMatchObject({ n_failed: 1, n_total: 2 });
    expect(Object.keys(scores.per_sample)).toEqual(['a@dense', 'a@sparse', 'b@dense', 'b@sparse']);
  });

  it.each([
    ['plain ids', ['b', 'a', 'c']],
    ['ids that are whole numbers', ['10', '9', '2']],
  ])('gives the same bytes again from its own file, with %s', (_, ids) => {
    const scores = buildScores(
      ids.map((id, index) => [
        id,
        { intent_l1: `L${index}`, intent_l2: `S${index}`, scores: { faithfulness: index / 7 } },
      ]),
    );
    const read = parseScores(JSON.parse(textOf(scores)));
    const again = reaggregate({
      table: tableFromScores(read),
      metrics: read.metrics,
      meta: read.meta,
      rules: RULES,
      base: read,
    });
    expect(textOf(again)).toBe(textOf(scores));
  });

  it('keeps judge repeats and attainable means that the file alone holds', () => {
    const table = buildTable([
      ['a', { scores: { faithfulness: { value: 0.5, status: 'ok', sd: 0.1, repeats: 3 } } }],
      ['b', { scores: { faithfulness: { value: 0.7, status: 'ok', sd: 0.1, repeats: 3 } } }],
    ]);
    const attainable = { 'hit@5': Float64Array.of(1, 0.5) };
    const first = reaggregate({ table, metrics: METRICS, meta: buildMeta(table), rules: RULES, attainable });
    const again = reaggregate({
      table: tableFromScores(first),
      metrics: METRICS,
      meta: first.meta,
      rules: RULES,
      base: first,
    });
    expect(again.stats.overall['faithfulness']).toMatchObject({ n_repeats: 3 });
    expect(again.stats.overall['faithfulness']?.judge_sd).toBeCloseTo(0.1, 12);
    expect(again.stats.overall['hit@5']?.max_attainable).toBe(0.75);
    expect(textOf(again)).toBe(textOf(first));
  });

  it('works with intents, metrics and ids named like object internals', () => {
    const scores = buildScores([['__proto__', { intent_l1: '__proto__', intent_l2: 'constructor' }]]);
    expect(Object.keys(scores.by_intent_l1)).toEqual(['__proto__']);
    expect(Object.keys(scores.by_intent_l2)).toEqual(['constructor']);
    expect(Object.keys(scores.per_sample)).toEqual(['__proto__']);
  });
});
