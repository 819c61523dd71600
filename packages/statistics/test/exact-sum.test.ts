import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createExactSum, createExactSumGroup, exactMean, exactSum } from '../src/index.ts';

/** Independent reference: exact rational arithmetic on the decimal-free form of each double, rounded by hand. */
function rationalSum(values: readonly number[]): { numerator: bigint; denominator: bigint } {
  let numerator = 0n;
  const denominator = 2n ** 1074n;
  for (const value of values) {
    let scaled = value;
    let power = 0;
    while (!Number.isInteger(scaled)) {
      scaled *= 2;
      power += 1;
    }
    numerator += BigInt(scaled) * 2n ** BigInt(1074 - power);
  }
  return { numerator, denominator };
}

/** True when no double is nearer to numerator/denominator than `candidate`. */
function isNearest(candidate: number, numerator: bigint, denominator: bigint): boolean {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(candidate));
  const bits = view.getBigInt64(0);
  const distance = (value: number): bigint => {
    const { numerator: top, denominator: bottom } = rationalSum([value]);
    const gap = top * denominator - numerator * bottom;
    return gap < 0n ? -gap : gap;
  };
  const sign = candidate < 0 ? -1 : 1;
  const neighbours = [bits - 1n, bits + 1n].map((pattern) => {
    view.setBigInt64(0, pattern < 0n ? 1n : pattern);
    return sign * view.getFloat64(0);
  });
  return neighbours.every((neighbour) => distance(candidate) <= distance(neighbour));
}

const score = fc.double({ min: 0, max: 1, noNaN: true });
const anything = fc.oneof(
  score,
  fc.constantFrom(0, 1, -1, 0.1, 1 / 3, 5e-324, -5e-324, 2 ** -40, 1e9, -1e9, 2 ** 32, 2 ** 33, 1e300, -1e300),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e308, max: 1e308 }),
);

describe('exactSum and exactMean', () => {
  it('gives exactly 0.85 for 17 ones of 20', () => {
    expect(exactMean([...new Array<number>(17).fill(1), 0, 0, 0])).toBe(0.85);
  });

  it('sums ten tenths to 1, as Python documents for math.fsum', () => {
    // docs.python.org/3/library/math.html#math.fsum: sum([.1]*10) is 0.9999999999999999, fsum is 1.0
    expect(exactSum(new Array<number>(10).fill(0.1))).toBe(1);
  });

  it('keeps what cancellation would lose', () => {
    expect(exactSum([1e100, 1, -1e100])).toBe(1);
    expect(exactSum([1e300, 1e-300, -1e300])).toBe(1e-300);
    expect(exactSum([2 ** 53, 1, 1])).toBe(2 ** 53 + 2);
  });

  it('rounds ties to even', () => {
    expect(exactSum([2 ** 53, 1])).toBe(2 ** 53);
    expect(exactSum([2 ** 53 + 2, 1])).toBe(2 ** 53 + 4);
    expect(exactSum([2 ** 53, 1, 2 ** -60])).toBe(2 ** 53 + 2);
  });

  it('gives a constant column exactly its constant as mean', () => {
    for (const value of [0.1, 1 / 3, 0.7, 5e-324, 1e-310, 123.456]) {
      expect(exactMean(new Array<number>(7).fill(value))).toBe(value);
    }
  });

  it('has no mean of nothing and refuses NaN and infinities', () => {
    expect(exactMean([])).toBeNull();
    expect(exactSum([])).toBe(0);
    expect(() => exactSum([0.5, Number.NaN])).toThrow(RangeError);
    expect(() => exactSum([Number.POSITIVE_INFINITY])).toThrow(RangeError);
  });

  it('goes to infinity only when the exact sum is beyond the largest double', () => {
    expect(exactSum([1.7e308, 1.7e308, -1.7e308])).toBe(1.7e308);
    expect(exactSum([1.7e308, 1.7e308])).toBe(Number.POSITIVE_INFINITY);
  });

  it('rounds the exact sum and the exact mean to the nearest double', () => {
    fc.assert(
      fc.property(fc.array(anything, { minLength: 1, maxLength: 12 }), (values) => {
        const { numerator, denominator } = rationalSum(values);
        fc.pre(Number.isFinite(exactSum(values)));
        expect(isNearest(exactSum(values), numerator, denominator)).toBe(true);
        const mean = exactMean(values) as number;
        expect(isNearest(mean, numerator, denominator * BigInt(values.length))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('ExactSum', () => {
  it('gives the same bits in any order and any sharding', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anything, fc.nat(1000), fc.nat(3)), { maxLength: 40 }), (rows) => {
        const values = rows.map(([value]) => value);
        const shuffled = [...rows].sort((a, b) => a[1] - b[1]).map(([value]) => value);
        const shards = [createExactSum(), createExactSum(), createExactSum(), createExactSum()] as const;
        for (const [value, , shard] of rows) shards[shard as 0 | 1 | 2 | 3].add(value);
        const merged = createExactSum();
        merged.merge(shards[2]);
        merged.merge(JSON.parse(JSON.stringify(shards[0].partial())));
        merged.merge(shards[3].partial());
        merged.merge(shards[1]);
        const whole = createExactSum();
        whole.addAll(values);
        expect(merged.n).toBe(values.length);
        expect(exactSum(shuffled)).toBe(exactSum(values));
        expect(merged.value()).toBe(exactSum(values));
        expect(merged.mean()).toBe(exactMean(values));
        expect(JSON.stringify(merged.partial())).toBe(JSON.stringify(whole.partial()));
      }),
    );
  });

  it('writes a partial that is canonical and readable', () => {
    const sum = createExactSum();
    sum.addAll([1, 1, 1, 0, 0.5, 0.25]);
    expect(sum.partial()).toEqual({ n: 6, mantissa: '15', exponent: -2 });
    expect(createExactSum().partial()).toEqual({ n: 0, mantissa: '0', exponent: 0 });
  });

  it('refuses a damaged partial', () => {
    const sum = createExactSum();
    expect(() => sum.merge({ n: 1, mantissa: '1.5', exponent: 0 })).toThrow(/damaged/);
    expect(() => sum.merge({ n: 1, mantissa: '1', exponent: 0.5 })).toThrow(/damaged/);
    expect(() => sum.merge({ n: -1, mantissa: '1', exponent: 0 })).toThrow(/n must be a whole number/);
  });

  it('stays exact over more additions than its bins hold at once', () => {
    const sum = createExactSum();
    // 4294967295.4375 = 68719476727 × 2^-4, so sums pass 2^53 units both of 2^0 and of 2^-32
    sum.addAll(new Float64Array(5_000_000).fill(4294967295.4375));
    sum.add(0.1);
    // 0.1 as a double is 3602879701896397 × 2^-55
    const numerator = 68719476727n * 5_000_000n * 2n ** 51n + 3602879701896397n;
    expect(isNearest(sum.value(), numerator, 2n ** 55n)).toBe(true);
    expect(sum.partial().mantissa).toBe(numerator.toString());
  });
});

describe('ExactSumGroup', () => {
  it('sums a column by group and passes over missing values', () => {
    const group = createExactSumGroup(3);
    group.addColumn(Float64Array.of(0.1, 1, Number.NaN, 0.2, 0.3), Uint32Array.of(0, 2, 2, 0, 0));
    expect([group.n(0), group.n(1), group.n(2)]).toEqual([3, 0, 1]);
    expect(group.value(0)).toBe(exactSum([0.3, 0.2, 0.1]));
    expect(group.mean(1)).toBeNull();
    expect(group.mean(2)).toBe(1);
  });

  it('folds groups up to the same bits as the whole', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(score, fc.nat(4))), (rows) => {
        const values = rows.map(([value]) => value);
        const group = createExactSumGroup(5);
        group.addColumn(
          values,
          rows.map(([, slot]) => slot),
        );
        const total = createExactSumGroup(1);
        for (let slot = 0; slot < 5; slot += 1) total.mergeSlot(0, group, slot);
        expect(total.mean(0)).toBe(exactMean(values));
      }),
    );
  });
});
