import { describe, expect, it } from 'vitest';
import { sampleWithInclusion, scaleInclusion } from '../src/index.ts';

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

describe('scaleInclusion', () => {
  it('scales to the size asked', () => {
    // 2·0.35 + 2·0.15 = 1, times 2
    const probabilities = scaleInclusion([0.35, 0.35, 0.15, 0.15], 2);
    expect(probabilities.map((p) => Math.round(p * 1000))).toEqual([700, 700, 300, 300]);
  });

  it('cuts at 1 and gives the rest to the others', () => {
    // 10 alone would get 10/13·2 > 1; the other three share 1
    const probabilities = scaleInclusion([10, 1, 1, 1], 2);
    expect(probabilities[0]).toBe(1);
    expect(probabilities[1]).toBeCloseTo(1 / 3, 14);
  });

  it('always includes items of infinite weight and never those of weight 0', () => {
    expect(scaleInclusion([Number.POSITIVE_INFINITY, 1, 1, 0], 2)).toEqual([1, 0.5, 0.5, 0]);
    expect(scaleInclusion([Number.POSITIVE_INFINITY, 0], 1)).toEqual([1, 0]);
  });

  it('refuses sizes that cannot be', () => {
    expect(() => scaleInclusion([1, 1, 0], 3)).toThrow(/cannot draw 3 of 2/);
    expect(() => scaleInclusion([Number.POSITIVE_INFINITY, 1], 1)).toThrow(/at least 2/);
    expect(() => scaleInclusion([-1, 1], 1)).toThrow(/weight 0/);
    expect(() => scaleInclusion([1], 0.5)).toThrow(RangeError);
  });
});

describe('sampleWithInclusion', () => {
  const weights = [
    ...new Array<number>(10).fill(0.35),
    ...new Array<number>(28).fill(0.08),
    Number.POSITIVE_INFINITY,
    0,
  ];

  it('repeats itself for the same seed', () => {
    const options = { weights, size: 12, seed: 'plan' };
    expect(sampleWithInclusion(options)).toEqual(sampleWithInclusion(options));
    expect(sampleWithInclusion(options).selected).not.toEqual(sampleWithInclusion({ ...options, seed: 'b' }).selected);
  });

  it.each(['fixed', 'poisson'] as const)('draws each item as often as its probability says: %s', (design) => {
    const counts = weights.map(() => 0);
    const sizes: number[] = [];
    for (let i = 0; i < 4000; i += 1) {
      const { selected } = sampleWithInclusion({ weights, size: 12, seed: `draw ${i}`, design });
      sizes.push(selected.length);
      for (const index of selected) counts[index] = (counts[index] ?? 0) + 1;
    }
    const { probabilities } = sampleWithInclusion({ weights, size: 12, seed: '' });
    expect(sum([...probabilities])).toBeCloseTo(12, 10);
    // five standard errors of a share of 4,000 draws are at most 0.04
    for (const [i, p] of probabilities.entries()) expect(Math.abs((counts[i] as number) / 4000 - p)).toBeLessThan(0.04);
    expect(counts[38]).toBe(4000);
    expect(counts[39]).toBe(0);
    expect(Math.abs(sum(sizes) / 4000 - 12)).toBeLessThan(0.25);
    expect(new Set(sizes).size === 1).toBe(design === 'fixed');
  });
});
