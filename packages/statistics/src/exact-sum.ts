import { formatScaled, parseScaled, type ScaledIntegerPartial } from './exact-partial.ts';
import { roundRatio } from './exact-round.ts';
import {
  addColumnToBins,
  addScaled,
  addToBins,
  createBins,
  readTotal,
  type ScaledInteger,
} from './fixed-point-bins.ts';
import { assertCount } from './interval.ts';

/**
 * An exact sum as plain JSON: the sum of `n` values is `mantissa × 2^exponent`. The form is canonical (the mantissa, a
 * decimal integer, is odd or "0"), so equal sums give equal bytes.
 */
export interface ExactSumPartial extends ScaledIntegerPartial {
  n: number;
}

/** A sum that forgets nothing: the order of the additions and merges never changes any answer. */
export interface ExactSum {
  /** How many values were added. */
  readonly n: number;
  /** Adds one finite number; throws RangeError for NaN and infinities. */
  add(value: number): void;
  /** Adds every value of an array; throws RangeError at the first that is not finite. */
  addAll(values: ArrayLike<number>): void;
  /** Adds another sum, or the partial of one; the other stays as it is. */
  merge(other: ExactSum | ExactSumPartial): void;
  /** The double nearest to the exact sum; 0 when nothing was added. */
  value(): number;
  /** The double nearest to the exact mean; null when nothing was added. */
  mean(): number | null;
  /** The sum as plain JSON, for merging shards. */
  partial(): ExactSumPartial;
}

/**
 * A row of `slots` exact sums (one a group), filled from columns. `add` and `addColumn` are the hot path of
 * aggregation: no objects are made a value.
 */
export interface ExactSumGroup {
  readonly slots: number;
  /** Adds one finite number to a slot. */
  add(slot: number, value: number): void;
  /** Adds `values[i]` to slot `groups[i]` (slot 0 without `groups`), passing over NaN, the mark of a missing value. */
  addColumn(values: ArrayLike<number>, groups?: ArrayLike<number>): void;
  /** Adds slot `from` of another row to slot `slot` of this one. */
  mergeSlot(slot: number, other: ExactSumGroup, from: number): void;
  mergePartial(slot: number, partial: ExactSumPartial): void;
  n(slot: number): number;
  /** The double nearest to the exact sum of a slot; 0 when it is empty. */
  value(slot: number): number;
  /** The double nearest to the exact mean of a slot; null when it is empty. */
  mean(slot: number): number | null;
  partial(slot: number): ExactSumPartial;
}

/** A row of `slots` empty exact sums. */
export function createExactSumGroup(slots: number): ExactSumGroup {
  const state = createBins(slots);
  const counts = new Float64Array(slots);
  const n = (slot: number): number => counts[slot] as number;
  const mergePartial = (slot: number, partial: ExactSumPartial): void => {
    assertCount('exact sum partial', 'n', partial.n);
    addScaled(state, slot, parseScaled(partial));
    counts[slot] = n(slot) + partial.n;
  };
  return {
    slots,
    add: (slot, value) => {
      addToBins(state, slot, value);
      counts[slot] = n(slot) + 1;
    },
    addColumn: (values, groups) => addColumnToBins(state, counts, values, groups),
    mergeSlot: (slot, other, from) => mergePartial(slot, other.partial(from)),
    mergePartial,
    n,
    value: (slot) => roundSum(readTotal(state, slot), 1),
    mean: (slot) => (n(slot) === 0 ? null : roundSum(readTotal(state, slot), n(slot))),
    partial: (slot) => ({ n: n(slot), ...formatScaled(readTotal(state, slot)) }),
  };
}

/** An empty exact sum. */
export function createExactSum(): ExactSum {
  const group = createExactSumGroup(1);
  return {
    get n(): number {
      return group.n(0);
    },
    add: (value) => group.add(0, value),
    addAll: (values) => {
      for (let i = 0; i < values.length; i += 1) group.add(0, values[i] as number);
    },
    merge: (other) => group.mergePartial(0, 'add' in other ? other.partial() : other),
    value: () => group.value(0),
    mean: () => group.mean(0),
    partial: () => group.partial(0),
  };
}

/** The double nearest to the exact sum; 0 for no values. Throws RangeError for NaN and infinities. */
export function exactSum(values: ArrayLike<number>): number {
  return sumOf(values).value();
}

/** The double nearest to the exact arithmetic mean; null for no values. 17 ones and 3 zeros give exactly 0.85. */
export function exactMean(values: ArrayLike<number>): number | null {
  return sumOf(values).mean();
}

function sumOf(values: ArrayLike<number>): ExactSum {
  const sum = createExactSum();
  sum.addAll(values);
  return sum;
}

function roundSum(sum: ScaledInteger, divisor: number): number {
  return roundRatio(sum.mantissa, BigInt(divisor), sum.exponent);
}
