import { describe, expect, it } from 'vitest';
import { normalCdf, normalQuantile } from '../src/index.ts';

describe('normalCdf', () => {
  it.each([
    // scipy.stats.norm.cdf, scipy 1.17
    [-8, 6.220960574271786e-16],
    [-3.2, 0.0006871379379158484],
    [-1, 0.15865525393145707],
    [0, 0.5],
    [2, 0.9772498680518208],
    [5, 0.9999997133484281],
  ])('P(Z ≤ %d) is %d', (x, expected) => {
    expect(Math.abs(normalCdf(x) / expected - 1)).toBeLessThan(1e-12);
  });

  it('refuses NaN', () => {
    expect(() => normalCdf(Number.NaN)).toThrow(RangeError);
  });
});

describe('normalQuantile', () => {
  it.each([
    // scipy.stats.norm.ppf
    [1e-10, -6.361340902404056],
    [0.025, -1.9599639845400545],
    [0.2, -0.8416212335729142],
    [0.5, 0],
    [0.975, 1.959963984540054],
    [0.995, 2.5758293035489004],
  ])('of %d is %d', (p, expected) => {
    expect(normalQuantile(p)).toBeCloseTo(expected, 12);
  });

  it('refuses 0 and 1', () => {
    expect(() => normalQuantile(0)).toThrow(RangeError);
    expect(() => normalQuantile(1)).toThrow(RangeError);
  });
});
