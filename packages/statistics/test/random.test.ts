import { describe, expect, it } from 'vitest';
import { createRandom, createRandomFromState, shuffle } from '../src/index.ts';

describe('createRandomFromState', () => {
  it('is xoshiro128**', () => {
    // outputs of the authors' xoshiro128starstar.c (1.1) from the state {1, 2, 3, 4}, as listed in rand_xoshiro's tests
    const random = createRandomFromState([1, 2, 3, 4]);
    const expected = [11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597];
    expect(expected.map(() => random.nextUint32())).toEqual(expected);
  });

  it('refuses the state that would never change', () => {
    expect(() => createRandomFromState([0, 0, 0, 0])).toThrow(RangeError);
  });
});

describe('createRandom', () => {
  it('repeats itself for the same seed and differs for others', () => {
    const draw = (seed: string): number[] => {
      const random = createRandom(seed);
      return Array.from({ length: 5 }, () => random.nextUint32());
    };
    expect(draw('v1_20260601_143022')).toEqual(draw('v1_20260601_143022'));
    const firsts = Array.from({ length: 2000 }, (_, i) => draw(`run ${i}`)[0]);
    expect(new Set([...firsts, draw('')[0]]).size).toBe(2001);
  });

  it('draws uniformly, also across seeds', () => {
    const within = createRandom('uniform');
    const sequence = Array.from({ length: 20_000 }, () => within.next());
    const acrossSeeds = Array.from({ length: 20_000 }, (_, i) => createRandom(`seed-${i}`).next());
    for (const values of [sequence, acrossSeeds]) {
      const counts = new Array<number>(20).fill(0);
      for (const value of values) counts[Math.floor(value * 20)] = (counts[Math.floor(value * 20)] ?? 0) + 1;
      const chiSquare = counts.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
      // chi-square with 19 degrees of freedom: 0.999 quantile 43.8
      expect(chiSquare).toBeLessThan(43.8);
    }
  });

  it('draws whole numbers below a bound', () => {
    const random = createRandom('below');
    const draws = Array.from({ length: 3000 }, () => random.below(3));
    expect(new Set(draws)).toEqual(new Set([0, 1, 2]));
    expect(random.below(1)).toBe(0);
    // a plain remainder would give the lowest third half of the draws
    const large = Array.from({ length: 3000 }, () => random.below(3 * 2 ** 30));
    expect(Math.abs(large.filter((draw) => draw < 2 ** 30).length / 3000 - 1 / 3)).toBeLessThan(0.05);
    expect(() => random.below(0)).toThrow(RangeError);
    expect(() => random.below(2 ** 33)).toThrow(RangeError);
  });

  it('draws Poisson numbers of mean and variance 1', () => {
    const random = createRandom('poisson');
    const draws = Array.from({ length: 50_000 }, () => random.poissonOne());
    const mean = draws.reduce((sum, k) => sum + k, 0) / draws.length;
    const variance = draws.reduce((sum, k) => sum + (k - mean) ** 2, 0) / draws.length;
    // standard errors 0.0045 and 0.0077
    expect(Math.abs(mean - 1)).toBeLessThan(0.018);
    expect(Math.abs(variance - 1)).toBeLessThan(0.031);
    // P(0) = e^-1
    expect(Math.abs(draws.filter((k) => k === 0).length / draws.length - 0.36788)).toBeLessThan(0.009);
  });
});

describe('shuffle', () => {
  it('keeps the elements and leaves its input alone', () => {
    const items = [1, 2, 3, 4, 5, 6, 7, 8];
    const shuffled = shuffle(items, createRandom('shuffle'));
    expect(items).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect([...shuffled].sort()).toEqual(items);
  });

  it('gives all orders of three about equally often', () => {
    const random = createRandom('orders');
    const counts = new Map<string, number>();
    for (let i = 0; i < 6000; i += 1) {
      const order = shuffle(['a', 'b', 'c'], random).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    // standard error √(6000·(1/6)(5/6)) = 28.9
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(120);
  });
});
