import { formatScaled, parseScaled, type ScaledIntegerPartial } from './exact-partial.ts';
import { roundRatio } from './exact-round.ts';
import { addSquaresToBins } from './exact-squares.ts';
import {
  addColumnToBins,
  addScaled,
  addToBins,
  createBins,
  type FixedPointBins,
  readTotal,
} from './fixed-point-bins.ts';
import { assertCount } from './interval.ts';

/** Count, exact sum and exact sum of squares as plain, canonical JSON. */
export interface MomentsPartial {
  n: number;
  sum: ScaledIntegerPartial;
  squares: ScaledIntegerPartial;
}

/**
 * A row of `slots` (one a group) that gathers count, sum and sum of squares without rounding, so mean and standard
 * deviation never depend on order, on folding up or on shards, and equal values have a deviation of exactly 0.
 */
export interface MomentsGroup {
  readonly slots: number;
  /** Adds one finite number to a slot; throws RangeError for NaN and infinities. */
  add(slot: number, value: number): void;
  /** Adds `values[i]` to slot `groups[i]` (slot 0 without `groups`), passing over NaN, the mark of a missing value. */
  addColumn(values: ArrayLike<number>, groups?: ArrayLike<number>): void;
  /** Adds slot `from` of another row to slot `slot` of this one. */
  mergeSlot(slot: number, other: MomentsGroup, from: number): void;
  mergePartial(slot: number, partial: MomentsPartial): void;
  n(slot: number): number;
  /** The double nearest to the exact sum; 0 when empty. */
  sum(slot: number): number;
  /** The double nearest to the exact mean; null when empty. */
  mean(slot: number): number | null;
  /** Sample variance (divided by n − 1), correctly rounded; null below two values. */
  variance(slot: number): number | null;
  /** Square root of the sample variance; null below two values. */
  sd(slot: number): number | null;
  partial(slot: number): MomentsPartial;
}

/** A row of `slots` empty moments. */
export function createMomentsGroup(slots: number): MomentsGroup {
  const sums = createBins(slots);
  const squares = createBins(slots);
  const counts = new Float64Array(slots);
  const n = (slot: number): number => counts[slot] as number;
  const mergePartial = (slot: number, partial: MomentsPartial): void => {
    assertCount('moments partial', 'n', partial.n);
    addScaled(sums, slot, parseScaled(partial.sum));
    addScaled(squares, slot, parseScaled(partial.squares));
    counts[slot] = n(slot) + partial.n;
  };
  const variance = (slot: number): number | null => (n(slot) < 2 ? null : varianceOf(sums, squares, slot, n(slot)));
  const round = (slot: number, divisor: number): number => {
    const { mantissa, exponent } = readTotal(sums, slot);
    return roundRatio(mantissa, BigInt(divisor), exponent);
  };
  return {
    slots,
    add: (slot, value) => {
      addToBins(sums, slot, value);
      addSquaresToBins(squares, [value], [slot]);
      counts[slot] = n(slot) + 1;
    },
    addColumn: (values, groups) => {
      addColumnToBins(sums, counts, values, groups);
      addSquaresToBins(squares, values, groups);
    },
    mergeSlot: (slot, other, from) => mergePartial(slot, other.partial(from)),
    mergePartial,
    n,
    sum: (slot) => round(slot, 1),
    mean: (slot) => (n(slot) === 0 ? null : round(slot, n(slot))),
    variance,
    sd: (slot) => {
      const value = variance(slot);
      return value === null ? null : Math.sqrt(value);
    },
    partial: (slot) => ({
      n: n(slot),
      sum: formatScaled(readTotal(sums, slot)),
      squares: formatScaled(readTotal(squares, slot)),
    }),
  };
}

/** Sample standard deviation (n − 1), independent of the order of the values; null below two values. */
export function sampleSd(values: ArrayLike<number>): number | null {
  return momentsOf(values).sd(0);
}

/** Sample variance (n − 1), independent of the order of the values; null below two values. */
export function sampleVariance(values: ArrayLike<number>): number | null {
  return momentsOf(values).variance(0);
}

/** Sample standard deviation of n values of 0 and 1 from their count of ones, the same bits as `sampleSd`. */
export function binarySd(ones: number, n: number): number | null {
  assertCount('binarySd', 'n', n);
  assertCount('binarySd', 'ones', ones);
  if (ones > n) throw new RangeError(`binarySd: ones must be at most n = ${n}, got ${ones}`);
  return n < 2 ? null : Math.sqrt((ones * (n - ones)) / (n * (n - 1)));
}

function momentsOf(values: ArrayLike<number>): MomentsGroup {
  const moments = createMomentsGroup(1);
  const column = new Float64Array(values);
  const missing = column.findIndex((value) => !Number.isFinite(value));
  if (missing >= 0) throw new RangeError(`sample variance: value ${missing} is ${column[missing]}, expected a number`);
  moments.addColumn(column);
  return moments;
}

/** (n·Σx² − (Σx)²) / (n(n−1)), exact until the one rounding at the end. */
function varianceOf(sums: FixedPointBins, squares: FixedPointBins, slot: number, n: number): number {
  const sum = readTotal(sums, slot);
  const square = readTotal(squares, slot);
  const exponent = Math.min(square.exponent, 2 * sum.exponent);
  const left = (BigInt(n) * square.mantissa) << BigInt(square.exponent - exponent);
  const right = (sum.mantissa * sum.mantissa) << BigInt(2 * sum.exponent - exponent);
  return Math.max(0, roundRatio(left - right, BigInt(n) * BigInt(n - 1), exponent));
}
