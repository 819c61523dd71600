import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createRandom,
  quantile7,
  quantile7Sorted,
  quantileRagent,
  quantiles7,
  quantiles7InPlace,
  selectRanks,
} from '../src/index.ts';

const oneToTwenty = Array.from({ length: 20 }, (_, i) => i + 1);

describe('quantile7', () => {
  it('agrees with numpy.quantile on worked values', () => {
    // numpy: quantile([1,2,3,4], .5) 2.5; ([10], .95) 10; (1..20, .95) 19.05
    expect(quantile7([1, 2, 3, 4], 0.5)).toBe(2.5);
    expect(quantile7([10], 0.95)).toBe(10);
    expect(quantile7(oneToTwenty, 0.95)).toBe(19.05);
    expect(quantile7([], 0.5)).toBeNull();
    // numpy.percentile documentation: a = [[10,7,4],[3,2,1]], percentile(a, 50) is 3.5
    expect(quantile7([10, 7, 4, 3, 2, 1], 0.5)).toBe(3.5);
  });

  it('gives minimum and maximum at 0 and 1', () => {
    expect(quantiles7([3, 1, 2], [0, 1])).toEqual([1, 3]);
  });

  it('leaves its input alone', () => {
    const values = Float64Array.of(3, 1, 2);
    quantile7(values, 0.5);
    expect([...values]).toEqual([3, 1, 2]);
  });

  it('refuses NaN and impossible q', () => {
    expect(() => quantile7([1, Number.NaN], 0.5)).toThrow(/value 1 is NaN/);
    expect(() => quantile7([1], 1.5)).toThrow(RangeError);
    expect(() => quantile7([], -0.1)).toThrow(RangeError);
  });

  it('is the same by selection as by sort, for several q at once in any order', () => {
    const value = fc.oneof(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.constantFrom(0, 1, 0.5));
    const q = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(value, { maxLength: 300, size: 'max' }), fc.array(q, { maxLength: 4 }), (values, qs) => {
        const sorted = Float64Array.from(values).sort();
        expect(quantiles7(values, qs)).toEqual(qs.map((p) => quantile7Sorted(sorted, p)));
      }),
    );
  });
});

describe('selectRanks', () => {
  const patterns: [string, (i: number) => number][] = [
    ['ascending', (i) => i],
    ['descending', (i) => -i],
    ['constant', () => 7],
    ['two values', (i) => i % 2],
    ['organ pipe', (i) => Math.min(i, 5000 - i)],
    ['saw', (i) => (i * 7919) % 101],
  ];
  it.each(patterns)('puts every asked rank in its sorted place: %s', (_name, make) => {
    const values = Float64Array.from({ length: 5000 }, (_, i) => make(i));
    const sorted = values.slice().sort();
    expect(selectRanks(values, [0, 10, 11, 2500, 4750, 4999])).toEqual(
      [0, 10, 11, 2500, 4750, 4999].map((rank) => sorted[rank]),
    );
    expect(Math.max(...values.subarray(0, 2500))).toBe(sorted[2499]);
  });

  it('finds every single rank of random values, from 25 to 1,000 of them', () => {
    const random = createRandom('ranks');
    for (const n of [25, 40, 100, 700, 1000]) {
      const values = Float64Array.from({ length: n }, () => random.below(2 * n));
      const sorted = values.slice().sort();
      const found = Array.from(values.keys(), (rank) => selectRanks(values.slice(), [rank])[0]);
      expect(found).toEqual([...sorted]);
    }
  });

  it('refuses ranks outside the buffer or out of order', () => {
    expect(() => selectRanks(Float64Array.of(1), [1])).toThrow(RangeError);
    expect(() => selectRanks(Float64Array.of(1, 2, 3, 4), [3, 0])).toThrow(/ascending/);
  });
});

describe('quantileRagent', () => {
  it('takes sorted[min(n−1, ⌊n·q⌋)]', () => {
    expect(quantileRagent([4, 3, 2, 1], 0.5)).toBe(3);
    expect(quantileRagent(oneToTwenty, 0.95)).toBe(20);
    expect(quantileRagent(oneToTwenty, 1)).toBe(20);
    expect(quantileRagent([], 0.5)).toBeNull();
  });
});

describe('quantiles7InPlace', () => {
  it('accepts a part of a larger buffer and touches only that part', () => {
    const buffer = Float64Array.of(9, 3, 1, 2, 0);
    expect(quantiles7InPlace(buffer.subarray(1, 4), [0.5])).toEqual([2]);
    expect(buffer[0]).toBe(9);
    expect(buffer[4]).toBe(0);
  });
});
