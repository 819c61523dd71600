import { describe, expect, it } from 'vitest';
import { meanRanks, pearson, spearman } from '../src/index.ts';

describe('spearman', () => {
  it('agrees with the worked example of IQ and hours of television', () => {
    // 1 − 6·194/(10·99) = −29/165
    const iq = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110];
    const hours = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17];
    expect(spearman(iq, hours)).toBeCloseTo(-29 / 165, 12);
  });

  it('gives ties their mean rank', () => {
    expect(meanRanks([2, 1, 4, 4, 6])).toEqual([2, 1, 3.5, 3.5, 5]);
    // ranks 1 2.5 2.5 4 5 and 2 1 3.5 3.5 5: Σdx·dy = 7.25, Σdx² = Σdy² = 9.5, so 7.25/9.5
    expect(spearman([1, 2, 2, 3, 5], [2, 1, 4, 4, 6])).toBeCloseTo(0.763157894736842, 14);
  });

  it('is ±1 for monotone relations that are not straight', () => {
    expect(spearman([1, 2, 3, 4], [1, 10, 100, 1000])).toBeCloseTo(1, 14);
    expect(spearman([1, 2, 3, 4], [9, 4, 1, 0])).toBeCloseTo(-1, 14);
  });

  it('is null where there is nothing to compare', () => {
    expect(spearman([], [])).toBeNull();
    expect(spearman([1], [1])).toBeNull();
    expect(spearman([1, 1, 1], [1, 2, 3])).toBeNull();
  });
});

describe('pearson', () => {
  it("agrees with Anscombe's first quartet", () => {
    // Anscombe 1973: correlation 0.816 in all four sets; scipy 0.81642051634484
    const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
    const y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
    expect(pearson(x, y)).toBeCloseTo(0.81642051634484, 12);
  });

  it('refuses NaN and unequal lengths', () => {
    expect(() => pearson([1, 2], [1])).toThrow(/one length/);
    expect(() => pearson([1, Number.NaN], [1, 2])).toThrow(/NaN/);
  });
});
