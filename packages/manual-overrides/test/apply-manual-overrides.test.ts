import type { ScoreCell, ScoresFile, SheetState } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { applyManualOverrides, carryOverrides, loadManualOverrides, STALE_REASONS } from '../src/index.ts';
import { buildScores, hashOf, RULES, type SampleSpec, textOf } from './build-scores.ts';
import { fillCells, filledSheet, rewrite, sha256Of, sheetFor, withoutColumn } from './fill-sheet.ts';

const NOW = '2026-06-02T08:00:00.000Z';
const LATER = '2026-06-03T08:00:00.000Z';
const FAILED: ScoreCell = { value: null, status: 'judge_error', code: 'truncated' };
const OUTSIDE: ScoreCell = { value: null, status: 'not_applicable', code: 'rag_not_required' };

const SAMPLES: readonly (readonly [string, SampleSpec])[] = [
  ['a', { intent_l2: 'S1', scores: { faithfulness: 0.25, answer_correctness: 0.4, incorrect_answer_rate: 1 } }],
  ['b', { intent_l2: 'S1', scores: { faithfulness: FAILED, answer_correctness: 0.9, incorrect_answer_rate: 0 } }],
  ['c', { intent_l2: 'S2', scores: { faithfulness: OUTSIDE, answer_correctness: 0.8, incorrect_answer_rate: 0 } }],
  ['d', { intent_l2: 'S2', scores: { faithfulness: 0.75, answer_correctness: 0.7, incorrect_answer_rate: 0 } }],
];
const SCORES = buildScores(SAMPLES);

function apply(scores: ScoresFile, sheet: SheetState, now: string = NOW): ScoresFile {
  return applyManualOverrides(scores, loadManualOverrides(sheet, scores), { now, rules: RULES });
}

describe('applyManualOverrides', () => {
  const cells = {
    a: { faithfulness_manual: '1', manual_reviewer: 'Li', manual_reason: 'see doc 4' },
    b: { faithfulness_manual: '0.5' },
  };
  const after = apply(SCORES, filledSheet(SCORES, cells));

  it('lets a human score win, fills a missing one and recomputes every group', () => {
    expect(after.per_sample['a']?.scores['faithfulness']).toBe(1);
    expect(after.per_sample['b']?.scores['faithfulness']).toBe(0.5);
    expect(after.per_sample['b']?.unscored['faithfulness']).toBeUndefined();
    expect(after.overall['faithfulness']).toBe(0.75);
    expect(after.by_intent_l1['SUPPORT']?.['faithfulness']).toBe(0.75);
    expect(after.by_intent_l2['S1']?.['faithfulness']).toBe(0.75);
    expect(after.by_intent_l2['S2']?.['faithfulness']).toBe(0.75);
    expect(after.stats.overall['faithfulness']).toMatchObject({ n_scored: 3, n_judge_error: 0, n_manual: 2 });
    expect(after.overall_auto).toEqual({ faithfulness: 0.5 });
  });

  it('keeps an audit of what was replaced', () => {
    expect(after.meta).toMatchObject({ manual_policy: 'manual_first', manual_overrides: 2, overrides_cleared: 0 });
    expect(after.meta.overrides).toEqual([
      {
        sample_id: 'a',
        metric: 'faithfulness',
        auto: { value: 0.25, status: 'ok' },
        manual: 1,
        reviewer: 'Li',
        reason: 'see doc 4',
        at: NOW,
        source: 'per_sample.csv!L2',
        inputs_sha256: hashOf('a'),
      },
      {
        sample_id: 'b',
        metric: 'faithfulness',
        auto: { value: null, status: 'judge_error', code: 'truncated' },
        manual: 0.5,
        reviewer: null,
        reason: null,
        at: NOW,
        source: 'per_sample.csv!L3',
        inputs_sha256: hashOf('b'),
      },
    ]);
  });

  it('recomputes failures and the metrics derived from a score', () => {
    const corrected = apply(
      SCORES,
      filledSheet(SCORES, { a: { answer_correctness_manual: '80%' }, d: { answer_correctness_manual: '0' } }),
    );
    expect(SCORES.per_sample['a']?.failure_reasons).toEqual(['faithfulness_low(0.25)', 'answer_correctness_low(0.40)']);
    expect(corrected.per_sample['a']?.failure_reasons).toEqual(['faithfulness_low(0.25)']);
    expect(corrected.per_sample['d']?.failure_reasons).toEqual(['answer_correctness_low(0.00)']);
    expect(corrected.per_sample['a']?.scores['incorrect_answer_rate']).toBe(0);
    expect(corrected.per_sample['d']?.scores['incorrect_answer_rate']).toBe(1);
    expect(corrected.failures).toMatchObject({
      n_failed: 2,
      by_reason: { answer_correctness_low: 1, faithfulness_low: 1 },
    });
    expect(corrected.overall_auto).toMatchObject({ incorrect_answer_rate: 0.25 });
    expect(Object.keys(corrected.overall_auto)).toEqual(['incorrect_answer_rate', 'answer_correctness']);
  });

  it('leaves the scores it was given alone', () => {
    const text = textOf(SCORES);
    apply(SCORES, filledSheet(SCORES, cells));
    expect(textOf(SCORES)).toBe(text);
  });

  it('takes the automatic value typed again for a confirmation, not for an override', () => {
    const sheet = filledSheet(SCORES, { a: { faithfulness_manual: '25%' }, d: { faithfulness_manual: '0.750' } });
    expect(textOf(apply(SCORES, sheet))).toBe(textOf(SCORES));
  });

  it('warns that corrections outside a plan leave a bias, and stops when they are gone', () => {
    expect(after.meta.warnings).toEqual([expect.stringMatching(/faithfulness \(2\).*bias.*review plan/)]);
    const cleared = apply(
      after,
      fillCells(sheetFor(after), after, { a: { faithfulness_manual: '' }, b: { faithfulness_manual: ' ' } }),
    );
    expect(cleared.meta.warnings).toEqual([]);
  });

  it('restores the automatic state of a cleared score whole, and counts it', () => {
    const sheet = fillCells(sheetFor(after), after, {
      a: { faithfulness_manual: '' },
      b: { faithfulness_manual: '\u3000' },
    });
    const cleared = apply(after, sheet, LATER);
    expect(cleared.meta.overrides_cleared).toBe(2);
    expect(textOf({ ...cleared, meta: { ...cleared.meta, overrides_cleared: 0 } })).toBe(textOf(SCORES));
    expect(cleared.per_sample['b']?.unscored['faithfulness']).toEqual({ status: 'judge_error', code: 'truncated' });
  });

  it('keeps time and source of a score while its cell says the same', () => {
    const sheet = fillCells(sheetFor(after), after, {
      a: { faithfulness_manual: '100%' },
      b: { faithfulness_manual: '0.6' },
    });
    const again = apply(after, sheet, LATER);
    expect(again.meta.overrides.map((override) => [override.manual, override.at])).toEqual([
      [1, NOW],
      [0.6, LATER],
    ]);
    expect(again.meta.overrides[1]?.auto).toEqual({ value: null, status: 'judge_error', code: 'truncated' });
  });

  it('changes nothing when applied again to its own result and its own sheet', async () => {
    const sheet = await rewrite(after, sheetFor(after));
    expect(textOf(apply(after, sheet, LATER))).toBe(textOf(after));
  });

  it('lists stale scores, does not apply them and keeps their cells', async () => {
    const sheet = filledSheet(SCORES, { a: { faithfulness_manual: '1', inputs_sha256: '0123456789abcdef' } });
    const result = apply(SCORES, sheet);
    expect(result.overall['faithfulness']).toBe(0.5);
    expect(result.meta.overrides).toEqual([]);
    expect(result.meta.overrides_stale).toEqual([
      { sample_id: 'a', metric: 'faithfulness', manual: 1, source: 'per_sample.csv!L2', why: STALE_REASONS.changed },
    ]);
    const rewritten = await rewrite(result, sheet);
    expect(rewritten.rows[0]?.cells).toMatchObject({ faithfulness_manual: '1', inputs_sha256: '0123456789abcdef' });
    expect(textOf(apply(result, rewritten, LATER))).toBe(textOf(result));
  });

  it('applies a stale score once its row carries no hash any more', () => {
    const sheet = filledSheet(SCORES, { a: { faithfulness_manual: '1', inputs_sha256: '' } });
    expect(apply(SCORES, sheet).overall['faithfulness']).toBe(0.875);
  });

  it('refuses a score for a metric that is not applicable, however it was loaded', () => {
    const score = { sampleId: 'c', metric: 'faithfulness', value: 1, reviewer: null, reason: null, source: 'x' };
    const overrides = { scores: [score], cleared: [], kept: [], stale: [], audit: [], notes: [] };
    expect(() => applyManualOverrides(SCORES, overrides, { now: NOW, rules: RULES })).toThrow(/not applicable/);
  });

  it('lets a human score of a derived metric win over the derivation', () => {
    const sheet = filledSheet(SCORES, { a: { answer_correctness_manual: '0.9', incorrect_answer_rate_manual: '1' } });
    const loaded = loadManualOverrides(sheet, SCORES, { humanScorable: ['incorrect_answer_rate'] });
    const result = applyManualOverrides(SCORES, loaded, { now: NOW, rules: RULES });
    expect(result.per_sample['a']?.scores['incorrect_answer_rate']).toBe(1);
    expect(result.meta.overrides).toMatchObject([
      { metric: 'incorrect_answer_rate', auto: { value: 0, status: 'ok' }, manual: 1 },
      { metric: 'answer_correctness', auto: { value: 0.4, status: 'ok' }, manual: 0.9 },
    ]);
  });

  it('aggregates each query mode, and the automatic overall of the first', () => {
    const scores = buildScores(
      [
        ['a', { query_mode: 'dense', scores: { faithfulness: 0.2 } }],
        ['a', { query_mode: 'sparse', scores: { faithfulness: 0.4 } }],
      ],
      { query_modes: ['dense', 'sparse'] },
    );
    const sheet = filledSheet(scores, {
      'a@dense': { faithfulness_manual: '1' },
      'a@sparse': { faithfulness_manual: '0' },
    });
    const result = apply(scores, sheet);
    expect(result.overall['faithfulness']).toBe(1);
    expect(result.overall_auto).toEqual({ faithfulness: 0.2 });
    expect(result.by_query_mode?.['sparse']?.overall['faithfulness']).toBe(0);
    expect(result.by_query_mode?.['sparse']?.stats.overall['faithfulness']?.n_manual).toBe(1);
  });
});

describe('carryOverrides', () => {
  const before = apply(
    SCORES,
    filledSheet(SCORES, { a: { faithfulness_manual: '1', manual_reviewer: 'Li' }, d: { faithfulness_manual: '0.5' } }),
  );

  it('takes overrides over into a new scoring, with what they replace there', () => {
    const rescored = buildScores([...SAMPLES.slice(1), ['a', { intent_l2: 'S1', scores: { faithfulness: 0.3 } }]]);
    const carried = carryOverrides(rescored, before.meta, { rules: RULES });
    expect(carried.meta.overrides).toMatchObject([
      { sample_id: 'd', auto: { value: 0.75 }, manual: 0.5, at: NOW },
      { sample_id: 'a', auto: { value: 0.3 }, manual: 1, at: NOW, reviewer: 'Li', source: 'per_sample.csv!L2' },
    ]);
    expect(carried.per_sample['a']?.scores['faithfulness']).toBe(1);
  });

  it('lists those whose answer has changed or whose sample is gone', () => {
    const rescored = buildScores([['a', { inputs_sha256: hashOf('new'), scores: { faithfulness: 0.3 } }]]);
    const carried = carryOverrides(rescored, before.meta, { rules: RULES });
    expect(carried.meta.overrides).toEqual([]);
    expect(carried.meta.overrides_stale.map(({ sample_id, why }) => [sample_id, why])).toEqual([
      ['a', STALE_REASONS.changed],
      ['d', STALE_REASONS.dropped],
    ]);
    expect(carried.per_sample['a']?.scores['faithfulness']).toBe(0.3);
  });

  it('leads to the same as applying the old sheet to the new scoring', () => {
    const rescored = buildScores(
      SAMPLES.map(([id, spec]) => [id, { ...spec, scores: { ...spec.scores, context_recall: 0.5 } }]),
    );
    const sheet = withoutColumn(sheetFor(before), 'context_recall');
    const carried = carryOverrides(rescored, before.meta, { rules: RULES });
    const loaded = loadManualOverrides(sheet, carried, { scoresSha256: sha256Of(carried) });
    expect(textOf(applyManualOverrides(carried, loaded, { now: LATER, rules: RULES }))).toBe(textOf(carried));
  });
});
