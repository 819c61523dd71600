import { describe, expect, it } from 'vitest';
import { applyReviewPlan, planReview } from '../src/index.ts';
import { buildScores, type SampleSpec } from './build-scores.ts';
import { fillCells, rewrite, sheetFor } from './fill-sheet.ts';

/** 100 samples, 20 of them with a low score, 5 of them of a risky intent. */
const SCORES = buildScores(
  Array.from({ length: 100 }, (_, index): [string, SampleSpec] => [
    `s${index}`,
    {
      intent_l2: index % 20 === 3 ? 'REFUND' : 'S1',
      scores: {
        faithfulness: index < 20 ? 0.3 : 0.9,
        context_recall: { value: null, status: 'skipped', code: 'no_judge' },
      },
    },
  ]),
);

describe('planReview', () => {
  it('draws the number asked for, with a probability for each metric that has a score', () => {
    const plan = planReview({ scores: SCORES, n: 30 });
    expect(plan.samples).toHaveLength(30);
    expect(plan.metrics).toEqual(['faithfulness', 'answer_correctness']);
    expect(plan.samples.every(({ pi }) => Object.keys(pi).join() === 'faithfulness,answer_correctness')).toBe(true);
  });

  it('gives low scores 0.35 to 0.08 the chance of others, scaled to the number', () => {
    const { samples } = planReview({ scores: SCORES, n: 30 });
    const scale = 30 / (20 * 0.35 + 80 * 0.08);
    const expected = (id: string): number => (Number(id.slice(1)) < 20 ? 0.35 : 0.08) * scale;
    for (const { sampleId, pi } of samples) expect(pi['faithfulness']).toBeCloseTo(expected(sampleId), 12);
  });

  it('always draws the samples of high-risk intents', () => {
    const { samples, certain } = planReview({ scores: SCORES, n: 30, highRiskIntents: ['REFUND'] });
    const risky = samples.filter(({ sampleId }) => Number(sampleId.slice(1)) % 20 === 3);
    expect(risky.map(({ pi }) => pi['faithfulness'])).toEqual([1, 1, 1, 1, 1]);
    expect({ certain, size: samples.length }).toEqual({ certain: 5, size: 30 });
  });

  it('leaves the others a chance where high-risk intents fill the number', () => {
    const { samples } = planReview({ scores: SCORES, n: 15, highRiskIntents: ['S1'] });
    expect(samples.length).toBe(100);
    const some = planReview({ scores: SCORES, n: 15, highRiskIntents: ['REFUND'] });
    expect(some.samples.length).toBe(20);
  });

  it('draws each sample as often as its probability says', () => {
    const draws = 2000;
    const counts = new Map<string, number>();
    for (let seed = 0; seed < draws; seed += 1) {
      for (const { sampleId } of planReview({ scores: SCORES, n: 30, seed: `seed ${seed}` }).samples) {
        counts.set(sampleId, (counts.get(sampleId) ?? 0) + 1);
      }
    }
    const scale = 30 / (20 * 0.35 + 80 * 0.08);
    const worst = Array.from({ length: 100 }, (_, index) => {
      const pi = (index < 20 ? 0.35 : 0.08) * scale;
      return Math.abs((counts.get(`s${index}`) ?? 0) / draws - pi) / Math.sqrt((pi * (1 - pi)) / draws);
    });
    expect(Math.max(...worst)).toBeLessThan(4.5);
  });

  it('gives the same plan for the same seed and another for another', () => {
    const ids = (seed: string): string[] =>
      planReview({ scores: SCORES, n: 30, seed }).samples.map((each) => each.sampleId);
    expect(ids('a')).toEqual(ids('a'));
    expect(ids('a')).not.toEqual(ids('b'));
  });

  it('draws everything where there is little', () => {
    const scores = buildScores(Array.from({ length: 10 }, (_, index): [string, SampleSpec] => [`s${index}`, {}]));
    expect(planReview({ scores, n: 30 }).samples.map(({ pi }) => pi['faithfulness'])).toEqual(Array(10).fill(1));
  });

  it('refuses an audit too small to say anything, and one with nothing to check', () => {
    expect(() => planReview({ scores: SCORES, n: 14 })).toThrow(/too small/);
    expect(() => planReview({ scores: SCORES, n: 30, metrics: ['context_recall'] })).toThrow(/nothing to audit/);
  });
});

describe('applyReviewPlan', () => {
  const plan = planReview({ scores: SCORES, n: 30 });
  const planned = applyReviewPlan(sheetFor(SCORES), plan, SCORES);

  it('writes the probabilities into the sheet, where they survive rewriting', async () => {
    const sheet = await rewrite(SCORES, planned);
    const cells = sheet.rows.flatMap((row) =>
      row.cells['faithfulness_pi'] === '' ? [] : [[row.cells['query_id'], Number(row.cells['faithfulness_pi'])]],
    );
    expect(cells).toEqual(plan.samples.map(({ sampleId, pi }) => [sampleId, pi['faithfulness']]));
    const at = (name: string): number => sheet.columns.indexOf(name);
    expect(at('faithfulness_pi')).toBeGreaterThan(at('manual_reason'));
    expect(at('answer_correctness_pi')).toBeLessThan(at('response_preview'));
  });

  it('does not mix two plans', () => {
    const half = fillCells(planned, SCORES, { [plan.samples[0]?.sampleId ?? '']: { faithfulness_manual: '1' } });
    const other = planReview({ scores: SCORES, n: 20, seed: 'other' });
    expect(() => applyReviewPlan(half, other, SCORES)).toThrow(/already holds an audit plan, 1 of its 60 cells/);
    const replaced = applyReviewPlan(half, other, SCORES, { replace: true });
    expect(replaced.rows.filter((row) => (row.cells['faithfulness_pi'] ?? '') !== '')).toHaveLength(20);
    expect(replaced.rows.filter((row) => row.cells['faithfulness_manual'] === '1')).toHaveLength(1);
  });
});
