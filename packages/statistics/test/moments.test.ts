import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binarySd, createMomentsGroup, sampleSd, sampleVariance } from '../src/index.ts';

describe('sampleSd', () => {
  it('agrees with worked values', () => {
    // Python statistics documentation: stdev([1.5, 2.5, 2.5, 2.75, 3.25, 4.75]) is 1.0810874155219827
    expect(sampleSd([1.5, 2.5, 2.5, 2.75, 3.25, 4.75])).toBe(1.0810874155219827);
    // Python statistics documentation: variance([2.75, 1.75, 1.25, 0.25, 0.5, 1.25, 3.5]) is 1.3720238095238095
    expect(sampleVariance([2.75, 1.75, 1.25, 0.25, 0.5, 1.25, 3.5])).toBe(1.3720238095238095);
  });

  it('is exactly 0 for equal values and null below two', () => {
    for (const value of [0.1, 1 / 3, 123456.789, 1e-300, 1e200]) {
      expect(sampleSd(new Array<number>(9).fill(value))).toBe(0);
    }
    expect(sampleSd([0.5])).toBeNull();
    expect(sampleSd([])).toBeNull();
  });

  it('keeps a small spread on a large offset', () => {
    // NIST StRD NumAcc4: 1001 values around 10000000.2, standard deviation exactly 0.1
    const values = [10000000.2, ...Array.from({ length: 1000 }, (_, i) => (i % 2 === 0 ? 10000000.1 : 10000000.3))];
    expect(sampleSd(values)).toBeCloseTo(0.1, 8);
  });
});

describe('binarySd', () => {
  it('gives the bits of sampleSd from a count', () => {
    for (const [ones, n] of [
      [17, 20],
      [0, 5],
      [3, 7],
      [1, 2],
      [333, 1000],
    ] as const) {
      expect(binarySd(ones, n)).toBe(sampleSd(Array.from({ length: n }, (_, i) => Number(i < ones))));
    }
    // 17·3/(20·19) = 0.134211
    expect(binarySd(17, 20)).toBeCloseTo(0.366348, 6);
    expect(binarySd(1, 1)).toBeNull();
    expect(() => binarySd(3, 2)).toThrow(/at most n = 2/);
  });
});

describe('MomentsGroup', () => {
  it('gives the same bits in any order and any sharding', () => {
    const value = fc.oneof(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.constantFrom(0, 1, 1e-200, 1e200, 65536.1),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(value, fc.nat(2)), { maxLength: 40 }), (rows) => {
        const whole = createMomentsGroup(1);
        whole.addColumn(rows.map(([x]) => x));
        const shards = createMomentsGroup(3);
        shards.addColumn(rows.map(([x]) => x).reverse(), rows.map(([, slot]) => slot).reverse());
        const merged = createMomentsGroup(1);
        merged.mergeSlot(0, shards, 2);
        merged.mergePartial(0, JSON.parse(JSON.stringify(shards.partial(0))));
        merged.mergeSlot(0, shards, 1);
        expect(merged.partial(0)).toEqual(whole.partial(0));
        expect(merged.mean(0)).toBe(whole.mean(0));
        expect(merged.sd(0)).toBe(whole.sd(0));
      }),
    );
  });

  it('passes over missing values and leaves empty groups null', () => {
    const group = createMomentsGroup(2);
    group.addColumn(Float64Array.of(0.25, Number.NaN, 0.75), Uint8Array.of(1, 1, 1));
    expect([group.n(1), group.sum(1), group.mean(1)]).toEqual([2, 1, 0.5]);
    // (0.25² + 0.25²) / 1
    expect(group.variance(1)).toBe(0.125);
    expect([group.mean(0), group.sd(0)]).toEqual([null, null]);
  });

  it('refuses a damaged partial', () => {
    const good = createMomentsGroup(1).partial(0);
    expect(() => createMomentsGroup(1).mergePartial(0, { ...good, n: 0.5 })).toThrow(/n must be a whole number/);
    expect(() => createMomentsGroup(1).mergePartial(0, { ...good, squares: { mantissa: 'x', exponent: 0 } })).toThrow(
      /damaged/,
    );
  });
});
