import { describe, expect, it } from 'vitest';
import { bootstrapMeanInterval, createPoissonBootstrap, createRandom } from '../src/index.ts';

/** Darwin's maize: differences of heights of crossed and self-fertilised plants (Fisher 1935, §17), in eighths of inches. */
const MAIZE = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];

describe('bootstrapMeanInterval', () => {
  it('agrees with scipy.stats.bootstrap up to simulation error', () => {
    // scipy 1.17, 200,000 resamples: percentile (1.40, 38.13), BCa (-1.67, 36.27)
    const percentile = bootstrapMeanInterval(MAIZE, { seed: 'maize', resamples: 20_000 }) as [number, number];
    expect(Math.abs(percentile[0] - 1.4)).toBeLessThan(0.8);
    expect(Math.abs(percentile[1] - 38.13)).toBeLessThan(0.8);
    const bca = bootstrapMeanInterval(MAIZE, { seed: 'maize', resamples: 20_000, method: 'bca' }) as [number, number];
    expect(Math.abs(bca[0] + 1.67)).toBeLessThan(1);
    expect(Math.abs(bca[1] - 36.27)).toBeLessThan(1);
  });

  it('depends on the seed, not on the order of the values', () => {
    const reversed = [...MAIZE].reverse();
    expect(bootstrapMeanInterval(reversed, { seed: 'a' })).toEqual(bootstrapMeanInterval(MAIZE, { seed: 'a' }));
    expect(bootstrapMeanInterval(MAIZE, { seed: 'b' })).not.toEqual(bootstrapMeanInterval(MAIZE, { seed: 'a' }));
  });

  it('shrinks to the value when all are equal, by either method', () => {
    expect(bootstrapMeanInterval([0.5, 0.5, 0.5], { seed: 'x' })).toEqual([0.5, 0.5]);
    expect(bootstrapMeanInterval([0.5, 0.5, 0.5], { seed: 'x', method: 'bca' })).toEqual([0.5, 0.5]);
  });

  it('is null below two values and refuses NaN', () => {
    expect(bootstrapMeanInterval([], { seed: 'x' })).toBeNull();
    expect(bootstrapMeanInterval([1], { seed: 'x' })).toBeNull();
    expect(() => bootstrapMeanInterval([1, Number.NaN], { seed: 'x' })).toThrow(/NaN/);
    expect(() => bootstrapMeanInterval([1, 2], { seed: 'x', resamples: 0 })).toThrow(RangeError);
  });

  it('covers the true mean of paired differences in 90 to 98 percent of samples of 60', () => {
    const random = createRandom('coverage of paired differences');
    let covered = 0;
    for (let round = 0; round < 400; round += 1) {
      const differences = Array.from({ length: 60 }, () => 0.05 + (random.next() - random.next()) * 0.4);
      const [lower, upper] = bootstrapMeanInterval(differences, { seed: `${round}`, resamples: 400 }) as [
        number,
        number,
      ];
      covered += Number(lower <= 0.05 && 0.05 <= upper);
    }
    expect(covered / 400).toBeGreaterThan(0.9);
    expect(covered / 400).toBeLessThan(0.985);
  });
});

describe('createPoissonBootstrap', () => {
  it('agrees with the ordinary bootstrap', () => {
    const bootstrap = createPoissonBootstrap({ seed: 'maize', resamples: 10_000 });
    for (const value of MAIZE) bootstrap.add(value);
    const { interval, empty } = bootstrap.interval();
    expect(bootstrap.n).toBe(15);
    expect(empty).toBe(0);
    // a ratio of Poisson sums spreads a little wider than resamples of fixed size at n = 15
    expect(Math.abs((interval?.[0] as number) - 1.4)).toBeLessThan(2.5);
    expect(Math.abs((interval?.[1] as number) - 38.13)).toBeLessThan(2.5);
  });

  it('leaves empty resamples out instead of dividing by nothing', () => {
    const bootstrap = createPoissonBootstrap({ seed: 'small', resamples: 1000 });
    bootstrap.add(0.25);
    bootstrap.add(0.75);
    const { interval, empty } = bootstrap.interval();
    // P(both 0) = e^-2 = 0.135
    expect(Math.abs(empty / 1000 - 0.135)).toBeLessThan(0.05);
    expect(interval).toEqual([0.25, 0.75]);
  });

  it('has no interval below two values and refuses what is not finite', () => {
    const bootstrap = createPoissonBootstrap({ seed: 'x', resamples: 10 });
    expect(bootstrap.interval().interval).toBeNull();
    bootstrap.add(1);
    expect(bootstrap.interval().interval).toBeNull();
    expect(() => bootstrap.add(Number.NaN)).toThrow(RangeError);
  });
});
