import { describe, expect, it } from 'vitest';
import { cohenKappa, countConfusion, meanAbsoluteError, meanDifference, quadraticKappa } from '../src/index.ts';

describe('meanAbsoluteError and meanDifference', () => {
  it('are worked by hand', () => {
    expect(meanAbsoluteError([0.5, 1, 0.25], [0.25, 1, 0.75])).toBe(0.25);
    expect(meanAbsoluteError([], [])).toBeNull();
  });

  it("give the interval of Student's sleep data", () => {
    // R: t.test(paired = TRUE) on sleep: mean of differences 1.58, interval 0.7001142 to 2.4598858
    const second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
    const first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2];
    const { n, mean, interval } = meanDifference(second, first);
    expect(n).toBe(10);
    expect(mean).toBeCloseTo(1.58, 12);
    expect(interval?.[0]).toBeCloseTo(0.7001142, 6);
    expect(interval?.[1]).toBeCloseTo(2.4598858, 6);
  });

  it('have no interval below two pairs', () => {
    expect(meanDifference([1], [0.5])).toEqual({ n: 1, mean: 0.5, sd: null, interval: null });
    expect(meanDifference([], [])).toEqual({ n: 0, mean: null, sd: null, interval: null });
    expect(() => meanDifference([1], [])).toThrow(/one length/);
  });
});

describe('countConfusion', () => {
  it('counts below the threshold, the threshold itself not', () => {
    expect(countConfusion([0.1, 0.4, 0.5, 0.9], [0.2, 0.6, 0.5, 0.3])).toEqual({
      bothLow: 1,
      onlyFirstLow: 1,
      onlySecondLow: 1,
      neitherLow: 1,
    });
  });
});

describe('cohenKappa', () => {
  it.each([
    // the worked examples of Wikipedia, "Cohen's kappa": 50 grant proposals, then two tables of 100
    [20, 5, 10, 15, 0.4],
    [45, 15, 25, 15, 0.1304],
    [25, 35, 5, 35, 0.2593],
  ])('of %i, %i, %i, %i is as published', (bothLow, onlyFirstLow, onlySecondLow, neitherLow, kappa) => {
    expect(cohenKappa({ bothLow, onlyFirstLow, onlySecondLow, neitherLow })).toBeCloseTo(kappa, 4);
  });

  it('is null for no items and where both raters always agree on one thing', () => {
    expect(cohenKappa({ bothLow: 0, onlyFirstLow: 0, onlySecondLow: 0, neitherLow: 0 })).toBeNull();
    expect(cohenKappa({ bothLow: 0, onlyFirstLow: 0, onlySecondLow: 0, neitherLow: 9 })).toBeNull();
  });

  it('is 0 where one rater never calls anything low', () => {
    expect(cohenKappa({ bothLow: 0, onlyFirstLow: 3, onlySecondLow: 0, neitherLow: 7 })).toBe(0);
  });
});

describe('quadraticKappa', () => {
  it('is worked by hand', () => {
    // bins 0 1 2 3 4 and 0 2 2 3 3: observed 2; expected (30 + 10 + 10 + 15 + 15)/5 = 16; 1 − 2/16
    expect(quadraticKappa([0.1, 0.3, 0.5, 0.7, 0.9], [0.1, 0.5, 0.5, 0.7, 0.7])).toBe(0.875);
  });

  it('puts 1 into the last bin and is 1 for full agreement', () => {
    expect(quadraticKappa([0, 1, 0.85], [0, 0.9, 1])).toBe(1);
  });

  it('is null where nothing can disagree and refuses scores outside [0,1]', () => {
    expect(quadraticKappa([0.1, 0.15], [0.05, 0])).toBeNull();
    expect(() => quadraticKappa([1.2], [1])).toThrow(/in \[0,1\]/);
    expect(() => quadraticKappa([1], [1], 1)).toThrow(/bins/);
  });
});
