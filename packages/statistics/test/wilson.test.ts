import { describe, expect, it } from 'vitest';
import { binomialPmf, wilsonInterval } from '../src/index.ts';

/** Exact probability that the interval covers p, summed over all outcomes. */
function coverage(n: number, p: number): number {
  let covered = 0;
  for (let k = 0; k <= n; k += 1) {
    const [lower, upper] = wilsonInterval(k, n) as [number, number];
    covered += Number(lower <= p && p <= upper) * binomialPmf(k, n, p);
  }
  return covered;
}

describe('wilsonInterval', () => {
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('agrees with Newcombe 1998 (Statistics in Medicine 17, table I, method 3): %i of %i', (r, n, lower, upper) => {
    const interval = wilsonInterval(r, n) as [number, number];
    expect(interval[0]).toBeCloseTo(lower, 4);
    expect(interval[1]).toBeCloseTo(upper, 4);
  });

  it('is symmetric in successes and failures', () => {
    const [a, b] = wilsonInterval(17, 20) as [number, number];
    const [c, d] = wilsonInterval(3, 20) as [number, number];
    expect(a).toBeCloseTo(1 - d, 14);
    expect(b).toBeCloseTo(1 - c, 14);
  });

  it('ends exactly at 0 and 1 for none and all, and is null for no samples', () => {
    expect(wilsonInterval(0, 7)?.[0]).toBe(0);
    expect(wilsonInterval(7, 7)?.[1]).toBe(1);
    expect(wilsonInterval(0, 0)).toBeNull();
  });

  it('accepts a fractional number of successes', () => {
    const [lower, upper] = wilsonInterval(16.4, 20) as [number, number];
    // by hand: z² = 3.8414588; centre (.82+.09603647)/1.19207294 = .7684400; half 1.959964·√(.00738+.00240091)/1.19207294 = .1626054
    expect(lower).toBeCloseTo(0.6058346, 6);
    expect(upper).toBeCloseTo(0.9310454, 6);
  });

  it('widens with the level', () => {
    const [a, b] = wilsonInterval(8, 10, 0.99) as [number, number];
    const [c, d] = wilsonInterval(8, 10) as [number, number];
    expect(a).toBeLessThan(c);
    expect(b).toBeGreaterThan(d);
  });

  it('refuses impossible counts and levels', () => {
    expect(() => wilsonInterval(21, 20)).toThrow(/from 0 to n = 20/);
    expect(() => wilsonInterval(1, 2.5)).toThrow(RangeError);
    expect(() => wilsonInterval(1, 2, 95)).toThrow(/level/);
  });

  it.each([0.92, 0.98])('covers p = %f on average 93 to 99 percent and never below 89 percent for n = 10…100', (p) => {
    const all = Array.from({ length: 91 }, (_, i) => coverage(10 + i, p));
    const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
    expect(mean).toBeGreaterThanOrEqual(0.93);
    expect(mean).toBeLessThanOrEqual(0.99);
    expect(Math.min(...all)).toBeGreaterThanOrEqual(0.89);
  });
});
