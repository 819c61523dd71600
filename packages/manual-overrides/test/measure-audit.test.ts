import type { ScoresFile } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { applyManualOverrides, loadManualOverrides } from '../src/index.ts';
import { buildScores, RULES, type SampleSpec } from './build-scores.ts';
import { filledSheet } from './fill-sheet.ts';

type Cells = Record<string, Record<string, string>>;

/** 30 samples: the judge gives the first 15 a 0.2 and the others a 0.8. */
const SAMPLES = Array.from({ length: 30 }, (_, index): [string, SampleSpec] => [
  `s${index}`,
  { scores: { faithfulness: index < 15 ? 0.2 : 0.8 } },
]);
const SCORES = buildScores(SAMPLES);

/** 8 of the first and 8 of the last are planned with probability 16/30; humans say 0.5, 0.3 or agree. */
function audit(human: (index: number) => Record<string, string>): Cells {
  const planned = [...Array(8).keys(), ...Array.from({ length: 8 }, (_, index) => 15 + index)];
  return Object.fromEntries(
    planned.map((index) => [`s${index}`, { faithfulness_pi: String(16 / 30), ...human(index) }]),
  );
}

const labels = (index: number): Record<string, string> => ({
  faithfulness_manual: index < 4 ? '0.5' : index < 8 ? '0.3' : '0.8',
});

function apply(cells: Cells, scores: ScoresFile = SCORES): ScoresFile {
  const loaded = loadManualOverrides(filledSheet(scores, cells), scores);
  return applyManualOverrides(scores, loaded, { now: 'now', rules: RULES });
}

describe('the audit of a metric', () => {
  const result = apply(audit(labels));

  it('measures how judge and humans agree over the planned rows', () => {
    const agreement = result.agreement['faithfulness'];
    expect(agreement).toMatchObject({ n: 16, n_planned: 16, state: 'ok', unconfirmed: false, threshold: 0.5 });
    expect(agreement).toMatchObject({
      confusion: { both_low: 4, only_auto_low: 4, only_human_low: 0, neither_low: 8 },
    });
    expect(agreement?.kappa).toBeCloseTo(0.5, 12);
    expect(agreement?.quadratic_kappa).toBeCloseTo(0.9375, 12);
    expect(agreement?.spearman).toBeCloseTo(Math.sqrt(256 / 288), 12);
    expect(agreement?.mae).toBeCloseTo(0.1, 12);
    expect(agreement?.mean_difference).toBeCloseTo(0.1, 12);
    expect(agreement?.mean_difference_ci95?.[0]).toBeCloseTo(0.0325977, 5);
    expect(agreement?.mean_difference_ci95?.[1]).toBeCloseTo(0.1674023, 5);
    expect(agreement?.human_kappa).toBeNull();
  });

  it('corrects the mean of the judge, with its interval over the questions and over this set', () => {
    const corrected = result.corrected['faithfulness'];
    expect(corrected).toMatchObject({ n_labelled: 16, n_planned: 16, state: 'ok' });
    expect(corrected?.value).toBeCloseTo(0.6, 12);
    expect(corrected?.ci95?.[0]).toBeCloseTo(0.472645, 4);
    expect(corrected?.ci95?.[1]).toBeCloseTo(0.727355, 4);
    expect(corrected?.['ci95_set']).toEqual([expect.closeTo(0.553955, 5), expect.closeTo(0.646045, 5)]);
  });

  it('says nothing of metrics without plan, and gives no warning where there is one', () => {
    expect(Object.keys(result.agreement)).toEqual(['faithfulness']);
    expect(Object.keys(result.corrected)).toEqual(['faithfulness']);
    expect(result.meta.warnings).toEqual([]);
  });

  it('counts a typed automatic value as audited though it is no override', () => {
    expect(result.meta.manual_overrides).toBe(8);
  });

  it('never lets scores outside the plan count', () => {
    const cells = { ...audit(labels), s12: { faithfulness_manual: '1' }, s29: { faithfulness_manual: '0' } };
    const more = apply(cells);
    expect(more.agreement).toEqual(result.agreement);
    expect(more.corrected).toEqual(result.corrected);
    expect(more.meta.manual_overrides).toBe(10);
  });

  it('gives no corrected mean while planned rows are unlabelled', () => {
    const some = apply(audit((index) => (index === 3 ? {} : labels(index))));
    expect(some.corrected['faithfulness']).toMatchObject({
      value: null,
      ci95: null,
      n_labelled: 15,
      n_planned: 16,
      state: 'unlabelled_rows',
    });
    expect(some.agreement['faithfulness']).toMatchObject({ n: 15, state: 'ok' });
  });

  it('says that there are not enough labels below 15', () => {
    const few = Object.fromEntries(Object.entries(audit(labels)).slice(2));
    expect(apply(few).agreement['faithfulness']).toMatchObject({
      n: 14,
      kappa: null,
      mae: null,
      state: 'not_enough_labels',
    });
    expect(apply(few).corrected['faithfulness']).toMatchObject({ value: null, state: 'not_enough_labels' });
  });

  it('marks a metric whose κ is below 0.4 as unconfirmed', () => {
    const poor = apply(audit((index) => ({ faithfulness_manual: index % 2 === 0 ? '0.1' : '0.9' })));
    expect(poor.agreement['faithfulness']?.kappa).toBeCloseTo(0, 12);
    expect(poor.agreement['faithfulness']).toMatchObject({ unconfirmed: true });
  });

  it('gives the agreement of two reviewers as the ceiling, without changing a number', () => {
    const second = (index: number): Record<string, string> => ({
      ...labels(index),
      faithfulness_manual2: index === 4 || index === 5 ? '0.9' : (labels(index)['faithfulness_manual'] ?? ''),
    });
    const both = apply(audit(second));
    expect(both.agreement['faithfulness']?.human_kappa).toBeCloseTo(0.6, 12);
    expect(both.overall).toEqual(result.overall);
    expect(both.corrected).toEqual(result.corrected);
  });

  it('leaves a planned row out whose automatic score is missing', () => {
    const scores = buildScores([
      ...SAMPLES,
      ['x', { scores: { faithfulness: { value: null, status: 'judge_error', code: 'timeout' } } }],
    ]);
    const cells = { ...audit(labels), x: { faithfulness_pi: '0.5', faithfulness_manual: '1' } };
    expect(apply(cells, scores).corrected).toEqual(result.corrected);
  });
});
