import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countWinsTiesLosses, mcnemarExact, signFlipTest } from '../src/index.ts';
import { drawBinaryDifference, drawScoreDifference, simulateRejections } from './simulate-paired.ts';

const SEED = { seed: 'v1_20260601_143022 v2_20260608_143022' };

describe('signFlipTest', () => {
  it('agrees with a pattern count by hand', () => {
    // 3, 2, -1: sums over 8 patterns ±6 ±4 ±2 0 0; |sum| ≥ 4 in 4 of them
    expect(signFlipTest([3, 2, -1], SEED)).toEqual({ p: 0.5, exact: true, nonZero: 3 });
    // 1, 2, 3: only +++ and --- reach 6
    expect(signFlipTest([1, 2, 3], SEED).p).toBe(0.25);
  });

  it("agrees with Fisher's count for Darwin's maize", () => {
    // Fisher, The Design of Experiments (1935), §21: 863 of 32,768 patterns one-sided, so 1726 two-sided
    const maize = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];
    expect(signFlipTest(maize, SEED)).toEqual({ p: 1726 / 32768, exact: true, nonZero: 15 });
  });

  it("passes over zeros, as in Student's sleep data", () => {
    // differences 1.2 2.4 1.3 1.3 0.0 1.0 1.8 0.8 4.6 1.4: nine of one sign, p = 2/2^9
    expect(signFlipTest([1.2, 2.4, 1.3, 1.3, 0, 1, 1.8, 0.8, 4.6, 1.4], SEED).p).toBe(2 / 512);
  });

  it('has p = 1 where nothing differs or no pair is there', () => {
    expect(signFlipTest([0, 0, 0], SEED)).toEqual({ p: 1, exact: true, nonZero: 0 });
    expect(signFlipTest([], SEED).p).toBe(1);
  });

  it('is the exact McNemar test for 0/1 scores', () => {
    const differences = [...new Array<number>(9).fill(1), ...new Array<number>(2).fill(-1), 0, 0, 0];
    expect(signFlipTest(differences, SEED).p).toBeCloseTo(mcnemarExact(9, 2), 12);
  });

  it('depends neither on the order nor on the direction of the differences', () => {
    const score = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(score, { maxLength: 30 }), (differences) => {
        const p = signFlipTest(differences, { ...SEED, flips: 99 }).p;
        expect(signFlipTest([...differences].reverse(), { ...SEED, flips: 99 }).p).toBe(p);
        expect(
          signFlipTest(
            differences.map((d) => -d),
            { ...SEED, flips: 99 },
          ).p,
        ).toBe(p);
        expect(p).toBeGreaterThan(0);
        expect(p).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('counts ties as ties although tenths are not exact', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -10, max: 10 }), { maxLength: 12, size: 'max' }), (tenths) => {
        const scores = tenths.map((tenth) => tenth / 10);
        expect(signFlipTest(scores, SEED).p).toBe(signFlipTest(tenths, SEED).p);
      }),
    );
  });

  it('samples patterns above sixteen differences, near the exact p, and is never 0', () => {
    // 20 ones, 5 minus ones: exactly 2·P(B ≤ 5 | 25, ½) = 2·68406/2^25 = 0.004077
    const differences = [...new Array<number>(20).fill(1), ...new Array<number>(5).fill(-1)];
    const { p, exact } = signFlipTest(differences, { ...SEED, flips: 50_000 });
    expect(exact).toBe(false);
    expect(Math.abs(p - 0.004077)).toBeLessThan(0.0012);
    expect(signFlipTest(new Array<number>(60).fill(1), { ...SEED, flips: 999 }).p).toBe(1 / 1000);
  });

  it('refuses NaN', () => {
    expect(() => signFlipTest([0.1, Number.NaN], SEED)).toThrow(/value 1 is NaN/);
  });
});

describe('mcnemarExact', () => {
  it('agrees with published examples', () => {
    // Fagerland, Lydersen & Laake 2013 (BMC Med Res Methodol 13:91), airway data: 1 and 7 discordant, p = 0.070
    expect(mcnemarExact(1, 7)).toBeCloseTo(18 / 256, 14);
    // R: binom.test(86, 236)$p.value for Agresti's approval ratings (86 and 150): 3.716e-05
    expect(mcnemarExact(86, 150)).toBeCloseTo(3.716e-5, 8);
  });

  it('is 1 for no or evenly split discordant pairs and symmetric', () => {
    expect(mcnemarExact(0, 0)).toBe(1);
    expect(mcnemarExact(4, 4)).toBe(1);
    expect(mcnemarExact(2, 9)).toBe(mcnemarExact(9, 2));
  });

  it('refuses counts that are none', () => {
    expect(() => mcnemarExact(-1, 2)).toThrow(/onlyFirst/);
    expect(() => mcnemarExact(1, 0.5)).toThrow(/onlySecond/);
  });
});

describe('countWinsTiesLosses', () => {
  it('counts by sign, with a tolerance', () => {
    expect(countWinsTiesLosses([0.1, 0, -0.2, 0.3])).toEqual({ wins: 2, ties: 1, losses: 1 });
    expect(countWinsTiesLosses([0.1, 0, -0.2, 0.3], 0.15)).toEqual({ wins: 1, ties: 2, losses: 1 });
  });
});

describe('error rates in simulation', () => {
  const flip = (differences: readonly number[], round: number): number =>
    signFlipTest(differences, { seed: `${round}`, flips: 399 }).p;
  const mcnemar = (differences: readonly number[]): number => {
    const { wins, losses } = countWinsTiesLosses(differences);
    return mcnemarExact(wins, losses);
  };

  // 1,500 rounds: standard error of 5 % is 0.56 %; bounds are at 3.5 standard errors
  it.each([20, 60, 150])('rejects about 5 %% of continuous differences under the null: n = %i', (n) => {
    const draw = drawScoreDifference(0.2, 0);
    const rate = simulateRejections({ seed: `null ${n}`, rounds: 1500, n, draw, test: flip });
    expect(rate).toBeGreaterThanOrEqual(0.03);
    expect(rate).toBeLessThanOrEqual(0.07);
  });

  it.each([20, 60, 150])('rejects at most 5 %% of 0/1 differences under the null: n = %i', (n) => {
    const draw = drawBinaryDifference(0.3, 0.5);
    for (const test of [flip, mcnemar]) {
      const rate = simulateRejections({ seed: `binary null ${n}`, rounds: 1500, n, draw, test });
      expect(rate).toBeLessThanOrEqual(0.07);
    }
  });

  it('finds larger differences more often', () => {
    const scores = [0, 0.03, 0.06, 0.12].map((shift) =>
      simulateRejections({ seed: 'power', rounds: 300, n: 60, draw: drawScoreDifference(0.2, shift), test: flip }),
    );
    const binary = [0.5, 0.65, 0.8, 0.95].map((better) =>
      simulateRejections({ seed: 'power', rounds: 300, n: 60, draw: drawBinaryDifference(0.3, better), test: mcnemar }),
    );
    for (const rates of [scores, binary]) {
      expect(rates).toEqual([...rates].sort((a, b) => a - b));
      expect(rates[3]).toBeGreaterThan(0.95);
    }
  });
});
