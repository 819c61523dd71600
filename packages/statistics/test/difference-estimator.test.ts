import { describe, expect, it } from 'vitest';
import { type AuditRow, type DifferenceEstimate, estimateDifference } from '../src/index.ts';
import { simulateAudit } from './simulate-audit.ts';

/** Thirty automatic scores of 0.5 and 0.7; of fifteen audited, humans give 0.1 less to ten and 0.2 more to five. */
const AUTOMATIC = [...new Array<number>(15).fill(0.5), ...new Array<number>(15).fill(0.7)];
const AUDIT: AuditRow[] = Array.from({ length: 15 }, (_, i) => ({
  automatic: 0.5,
  human: i < 10 ? 0.4 : 0.7,
  pi: 0.5,
}));

describe('estimateDifference', () => {
  it('is mean(f) + mean(Y − f) with (1 − m/n)·s²/m for equal probabilities', () => {
    const result = estimateDifference({ automatic: AUTOMATIC, audit: AUDIT }) as DifferenceEstimate;
    // Σ(Y−f) = −1 + 1 = 0; s² = (10·0.01 + 5·0.04)/14 = 0.3/14; ½·s²/15 = 0.000714286
    expect(result.estimate).toBeCloseTo(0.6, 12);
    expect(result.se).toBeCloseTo(Math.sqrt(0.3 / 14 / 30), 12);
    // s²_f = 30·0.01/29; + s²_f/30
    expect(result.seGeneral).toBeCloseTo(Math.sqrt(0.3 / 14 / 30 + 0.01 / 29), 12);
    // t(0.975, 14) = 2.144787
    expect(result.interval[1] - result.estimate).toBeCloseTo(2.144787 * result.se, 6);
    expect(result.intervalGeneral[0]).toBeLessThan(result.interval[0]);
    expect(result).toMatchObject({ lambda: 1, n: 30, labelled: 15 });
  });

  it('uses the Horvitz–Thompson variance for independent draws', () => {
    const result = estimateDifference({ automatic: AUTOMATIC, audit: AUDIT, design: 'poisson' }) as DifferenceEstimate;
    // Σ(1−π)(d/π)²/n² = ½·4·0.3/900
    expect(result.se).toBeCloseTo(Math.sqrt(0.6 / 900), 12);
  });

  it('weighs each audited row by 1/π', () => {
    const audit = AUDIT.map((row, i) => ({ ...row, pi: i < 10 ? 0.25 : 1 }));
    const result = estimateDifference({ automatic: AUTOMATIC, audit }) as DifferenceEstimate;
    // 0.6 + (10·(−0.1)/0.25 + 5·0.2)/30 = 0.6 − 0.1
    expect(result.estimate).toBeCloseTo(0.5, 12);
    // the ten open rows are equal, the five certain ones carry no uncertainty
    expect(result.se).toBeCloseTo(0, 12);
  });

  it('has no error left when everything was audited', () => {
    const audit = AUTOMATIC.map((automatic) => ({ automatic, human: 0.25, pi: 1 }));
    const result = estimateDifference({ automatic: AUTOMATIC, audit }) as DifferenceEstimate;
    expect(result.estimate).toBeCloseTo(0.25, 12);
    expect(result.se).toBe(0);
    expect(result.seGeneral).toBeGreaterThan(0);
  });

  it('says why there is no estimate', () => {
    expect(estimateDifference({ automatic: AUTOMATIC, audit: AUDIT.slice(1) })).toEqual({
      estimate: null,
      reason: 'not_enough_labels',
      labelled: 14,
      planned: 14,
    });
    const open = [...AUDIT, { automatic: 0.7, human: null, pi: 0.5 }];
    expect(estimateDifference({ automatic: AUTOMATIC, audit: open })).toEqual({
      estimate: null,
      reason: 'unlabelled_rows',
      labelled: 15,
      planned: 16,
    });
    expect(estimateDifference({ automatic: [], audit: [] })).toMatchObject({ reason: 'not_enough_labels' });
  });

  it('tunes the weight of the automatic scores and cuts it to [0,1]', () => {
    const rows = (human: (f: number) => number): AuditRow[] =>
      Array.from({ length: 20 }, (_, i) => ({ automatic: i / 20, human: human(i / 20), pi: 0.5 }));
    const lambda = (human: (f: number) => number): number =>
      (
        estimateDifference({
          automatic: Array.from({ length: 40 }, (_, i) => i / 40),
          audit: rows(human),
          tuned: true,
        }) as DifferenceEstimate
      ).lambda;
    expect(lambda((f) => 0.2 + 0.5 * f)).toBeCloseTo(0.5, 12);
    expect(lambda((f) => 1 - f)).toBe(0);
    expect(lambda((f) => 2 * f)).toBe(1);
  });

  it('refuses impossible rows', () => {
    const broken = (change: Partial<AuditRow>): AuditRow[] => [{ ...(AUDIT[0] as AuditRow), ...change }, ...AUDIT];
    expect(() => estimateDifference({ automatic: AUTOMATIC, audit: broken({ pi: 0 }) })).toThrow(/pi must be in/);
    expect(() => estimateDifference({ automatic: AUTOMATIC, audit: broken({ human: Number.NaN }) })).toThrow(/finite/);
    expect(() => estimateDifference({ automatic: [0.5], audit: AUDIT })).toThrow(/15 audited of only 1/);
  });
});

describe('a random audit in simulation', () => {
  const shared = { rounds: 1500, n: 150, reviewed: 30, noise: 0.15 };
  const risky = (automatic: number): number => (automatic < 0.6 ? 0.35 : 0.08);
  const even = (): number => 1;

  it.each([
    { bias: 0.05, design: 'fixed', weigh: risky, name: 'mild judge, low scores drawn more often' },
    { bias: -0.05, design: 'fixed', weigh: risky, name: 'strict judge, low scores drawn more often' },
    { bias: -0.05, design: 'fixed', weigh: even, name: 'strict judge, equal chances' },
    { bias: 0.05, design: 'poisson', weigh: risky, name: 'mild judge, independent draws' },
  ] as const)('is unbiased where reviewing the lowest scores is not: $name', ({ bias, design, weigh, name }) => {
    const outcome = simulateAudit({ ...shared, seed: name, bias, design, weigh });
    // the judge's error survives the review of the lowest thirty in good part
    expect(Math.abs(outcome.untouched)).toBeGreaterThan(0.02);
    expect(Math.abs(outcome.overrideLowest)).toBeGreaterThan(0.01);
    expect(Math.abs(outcome.audited)).toBeLessThan(3.5 * outcome.auditedSe);
    expect(Math.abs(outcome.audited)).toBeLessThan(0.2 * Math.abs(outcome.overrideLowest));
    expect(outcome.refused).toBeLessThan(10);
    expect(outcome.coverage).toBeGreaterThan(0.88);
    expect(outcome.coverage).toBeLessThan(0.985);
  });
});
