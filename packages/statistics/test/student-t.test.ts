import { describe, expect, it } from 'vitest';
import { incompleteBeta, logGamma, tCdf, tQuantile, tTwoSidedP } from '../src/index.ts';

describe('tQuantile', () => {
  it.each([
    // NIST/SEMATECH e-Handbook, 1.3.6.7.2, critical values of Student's t
    [0.975, 1, 12.706],
    [0.975, 2, 4.303],
    [0.975, 10, 2.228],
    [0.975, 30, 2.042],
    [0.975, 99, 1.984],
    [0.9, 5, 1.476],
    [0.995, 3, 5.841],
    [0.999, 60, 3.232],
  ])('p = %d, %d degrees of freedom: %d', (p, df, expected) => {
    expect(tQuantile(p, df)).toBeCloseTo(expected, 3);
    expect(tQuantile(1 - p, df)).toBeCloseTo(-expected, 3);
  });

  it('inverts the distribution function', () => {
    for (const df of [0.5, 1, 4, 33, 1000]) {
      for (const p of [0.001, 0.2, 0.5, 0.6, 0.99]) expect(tCdf(tQuantile(p, df), df)).toBeCloseTo(p, 11);
    }
  });

  it('approaches the normal quantile', () => {
    expect(tQuantile(0.975, 1e7)).toBeCloseTo(1.959964, 6);
  });

  it('refuses impossible arguments', () => {
    expect(() => tQuantile(1, 5)).toThrow(RangeError);
    expect(() => tQuantile(0.9, 0)).toThrow(/degrees of freedom/);
  });
});

describe('tCdf and tTwoSidedP', () => {
  it('are exact for one degree of freedom (Cauchy)', () => {
    expect(tCdf(1, 1)).toBeCloseTo(0.75, 14);
    expect(tTwoSidedP(1, 1)).toBeCloseTo(0.5, 14);
    expect(tCdf(-1, 1)).toBeCloseTo(0.25, 14);
  });

  it("give the p value of Student's sleep data", () => {
    // Student 1908; R: t.test(extra ~ group, data = sleep, paired = TRUE): t = 4.0621, df = 9, p = 0.002833
    expect(tTwoSidedP(4.062127683382037, 9)).toBeCloseTo(0.002832890197384, 12);
  });
});

describe('incompleteBeta and logGamma', () => {
  it('agree with closed forms', () => {
    // I_x(1, b) = 1 − (1−x)^b; I_x(2, 3) = 6x² − 8x³ + 3x⁴; Γ(½) = √π; Γ(11) = 3628800
    expect(incompleteBeta(0.3, 1, 4)).toBeCloseTo(1 - 0.7 ** 4, 14);
    expect(incompleteBeta(0.2, 2, 3)).toBeCloseTo(6 * 0.04 - 8 * 0.008 + 3 * 0.0016, 14);
    expect(incompleteBeta(0, 2, 3)).toBe(0);
    expect(incompleteBeta(1, 2, 3)).toBe(1);
    expect(logGamma(0.5)).toBeCloseTo(0.5 * Math.log(Math.PI), 13);
    expect(logGamma(11)).toBeCloseTo(Math.log(3628800), 12);
  });

  it('refuse impossible arguments', () => {
    expect(() => incompleteBeta(1.1, 1, 1)).toThrow(RangeError);
    expect(() => incompleteBeta(0.5, 0, 1)).toThrow(RangeError);
    expect(() => logGamma(0)).toThrow(RangeError);
  });
});
