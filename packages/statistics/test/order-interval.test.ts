import { describe, expect, it } from 'vitest';
import { binomialCdf, isSmallSampleForQuantile, orderInterval, orderIntervalRanks } from '../src/index.ts';

describe('orderIntervalRanks', () => {
  it('encloses the median of 20 by the 6th and 15th value, of 6 by the extremes', () => {
    // Conover, Practical Nonparametric Statistics: n = 20, P(6th < median < 15th) = 0.9586
    expect(orderIntervalRanks(20, 0.5)).toEqual({ lower: 5, upper: 14 });
    // 1 − 2·0.5^6 = 0.96875
    expect(orderIntervalRanks(6, 0.5)).toEqual({ lower: 0, upper: 5 });
  });

  it('has no upper bound for P95 below 59 values and for P99 below 299', () => {
    expect(orderIntervalRanks(58, 0.95).upper).toBeNull();
    expect(orderIntervalRanks(59, 0.95).upper).toBe(58);
    expect(orderIntervalRanks(298, 0.99).upper).toBeNull();
    expect(orderIntervalRanks(299, 0.99).upper).toBe(298);
  });

  it('mirrors for low quantiles', () => {
    for (const n of [30, 58, 59, 72, 100, 500]) {
      const high = orderIntervalRanks(n, 0.95);
      const low = orderIntervalRanks(n, 0.05);
      const mirror = (rank: number | null): number | null => (rank === null ? null : n - 1 - rank);
      expect(low).toEqual({ lower: mirror(high.upper), upper: mirror(high.lower) });
    }
  });

  it('never promises less than the level where both bounds exist', () => {
    for (const q of [0.5, 0.9, 0.95, 0.99]) {
      const both = Array.from({ length: 600 }, (_, i) => ({ n: i + 1, ...orderIntervalRanks(i + 1, q) })).filter(
        (ranks): ranks is { n: number; lower: number; upper: number } => ranks.lower !== null && ranks.upper !== null,
      );
      expect(both.length).toBeGreaterThan(250);
      for (const { n, lower, upper } of both) {
        // between the (lower+1)-th and (upper+1)-th value: P(lower < B ≤ upper)
        const promised = binomialCdf(upper, n, q) - binomialCdf(lower, n, q);
        expect(promised).toBeGreaterThanOrEqual(0.95 - 1e-9);
      }
    }
  });

  it('has no bounds for no values and refuses impossible arguments', () => {
    expect(orderIntervalRanks(0, 0.5)).toEqual({ lower: null, upper: null });
    expect(() => orderIntervalRanks(10, 1)).toThrow(/q must be between 0 and 1/);
    expect(() => orderIntervalRanks(-1, 0.5)).toThrow(RangeError);
  });
});

describe('isSmallSampleForQuantile', () => {
  it('flags n < 59 for P95 and n < 299 for P99', () => {
    expect([58, 59].map((n) => isSmallSampleForQuantile(n, 0.95))).toEqual([true, false]);
    expect([298, 299].map((n) => isSmallSampleForQuantile(n, 0.99))).toEqual([true, false]);
    expect(isSmallSampleForQuantile(0, 0.5)).toBe(true);
  });
});

describe('orderInterval', () => {
  it('reads the bounds from unsorted values', () => {
    const values = Array.from({ length: 20 }, (_, i) => ((i * 7) % 20) + 1);
    expect(orderInterval(values, 0.5)).toEqual({ lower: 6, upper: 15 });
    expect(orderInterval(values, 0.95).upper).toBeNull();
    expect(orderInterval([], 0.5)).toEqual({ lower: null, upper: null });
  });
});
