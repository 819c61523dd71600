import { describe, expect, it } from 'vitest';
import { createRandom, exactMean, meanInterval, sampleSd, tInterval, wilsonInterval } from '../src/index.ts';

/** Share of simulated runs whose interval holds the true mean of skewed scores: 85 % are 1, the rest uniform. */
function coverage(n: number, rounds: number): number {
  const random = createRandom(`coverage ${n}`);
  let covered = 0;
  for (let round = 0; round < rounds; round += 1) {
    const scores = Array.from({ length: n }, () => (random.next() < 0.85 ? 1 : random.next()));
    const { interval } = meanInterval({ mean: exactMean(scores), n, sd: sampleSd(scores), kind: 'unit' });
    const [lower, upper] = interval as [number, number];
    covered += Number(lower <= 0.925 && 0.925 <= upper);
  }
  return covered / rounds;
}

describe('meanInterval', () => {
  it('is Wilson for 0/1 values of any number', () => {
    expect(meanInterval({ mean: 0.9, n: 500, sd: 0.3, kind: 'binary' })).toEqual({
      interval: wilsonInterval(450, 500),
      method: 'wilson',
    });
  });

  it('is Wilson at the mean for scores below 100 samples, t from 100 on', () => {
    expect(meanInterval({ mean: 0.82, n: 99, sd: 0.2, kind: 'unit' }).method).toBe('wilson');
    const { interval, method } = meanInterval({ mean: 0.82, n: 100, sd: 0.2, kind: 'unit' });
    expect(method).toBe('t');
    // t(0.975, 99) = 1.98421695; 0.82 ± 1.98421695·0.02
    expect(interval?.[0]).toBeCloseTo(0.78031566, 7);
    expect(interval?.[1]).toBeCloseTo(0.85968434, 7);
  });

  it('stays inside [0,1]', () => {
    expect(meanInterval({ mean: 0.995, n: 100, sd: 0.05, kind: 'unit' }).interval?.[1]).toBe(1);
  });

  it('does not claim certainty where all scores are equal', () => {
    const { interval, method } = meanInterval({ mean: 1, n: 150, sd: 0, kind: 'unit' });
    expect(method).toBe('wilson');
    expect(interval?.[0]).toBeLessThan(0.98);
  });

  it('is t without cutting for other values', () => {
    // NIST/SEMATECH handbook 1.3.5.2 (ZARR13): mean 9.261460, sd 0.022789, n 195 -> (9.258242, 9.264679)
    const { interval, method } = meanInterval({ mean: 9.26146, n: 195, sd: 0.022789, kind: 'real' });
    expect(method).toBe('t');
    expect(interval?.[0]).toBeCloseTo(9.258242, 5);
    expect(interval?.[1]).toBeCloseTo(9.264679, 5);
  });

  it('is none for no values and for one value without a scale', () => {
    expect(meanInterval({ mean: null, n: 0, sd: null, kind: 'binary' })).toEqual({ interval: null, method: 'none' });
    expect(meanInterval({ mean: 5, n: 1, sd: null, kind: 'real' })).toEqual({ interval: null, method: 'none' });
  });

  it('refuses a mean that cannot be one of scores in [0,1]', () => {
    expect(() => meanInterval({ mean: 1.2, n: 5, sd: 0.1, kind: 'unit' })).toThrow(/in \[0,1\]/);
    expect(() => tInterval(1, 1, 1)).toThrow(/at least 2/);
  });

  it.each([10, 20, 50, 99])('covers the mean of %i skewed scores in at least 97 percent of runs', (n) => {
    // standard error of 97 % over 1,500 runs: 0.44 %
    expect(coverage(n, 1500)).toBeGreaterThan(0.965);
  });

  it.each([100, 150])('covers the mean of %i skewed scores in 91 to 98 percent of runs', (n) => {
    const covered = coverage(n, 1500);
    expect(covered).toBeGreaterThan(0.91);
    expect(covered).toBeLessThan(0.98);
  });
});
