import { describe, expect, it } from 'vitest';
import { binomialCdf, binomialPmf, binomialQuantile } from '../src/index.ts';

describe('binomial distribution', () => {
  it('agrees with fractions worked by hand', () => {
    // n = 10, p = ½: P(3) = 120/1024, P(≤3) = 176/1024
    expect(binomialPmf(3, 10, 0.5)).toBeCloseTo(120 / 1024, 14);
    expect(binomialCdf(3, 10, 0.5)).toBeCloseTo(176 / 1024, 14);
  });

  it('agrees with scipy far out', () => {
    // scipy 1.17: binom.cdf(49000, 100000, 0.5), binom.cdf(950, 1000, 0.95)
    expect(binomialCdf(49000, 100000, 0.5) / 1.2943580191734472e-10).toBeCloseTo(1, 7);
    expect(binomialCdf(950, 1000, 0.95)).toBeCloseTo(0.5202589429126815, 9);
  });

  it('handles the edges', () => {
    expect(binomialCdf(-1, 5, 0.3)).toBe(0);
    expect(binomialCdf(5, 5, 0.3)).toBe(1);
    expect(binomialCdf(2, 5, 0)).toBe(1);
    expect(binomialCdf(2, 5, 1)).toBe(0);
    expect(binomialPmf(5, 5, 1)).toBe(1);
    expect(binomialPmf(0.5, 5, 0.2)).toBe(0);
  });

  it('has quantiles that are the least k to reach a probability', () => {
    // P(≤2) = 56/1024 = 0.0547, P(≤1) = 11/1024
    expect(binomialQuantile(0.05, 10, 0.5)).toBe(2);
    expect(binomialQuantile(0.06, 10, 0.5)).toBe(3);
    expect(binomialQuantile(1, 10, 0.5)).toBe(10);
  });

  it('refuses impossible arguments', () => {
    expect(() => binomialPmf(1, -1, 0.5)).toThrow(RangeError);
    expect(() => binomialCdf(1, 10, 1.5)).toThrow(RangeError);
  });
});
