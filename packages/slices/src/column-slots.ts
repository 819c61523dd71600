import { STATUSES } from '@reportcard/report-schema';
import {
  createExactSumGroup,
  createMomentsGroup,
  type ExactSumGroup,
  type MomentsGroup,
  type MomentsPartial,
} from '@reportcard/statistics';

/** Number of statuses; the status counts of slot s stand from s × STATUS_COUNT on. */
export const STATUS_COUNT: number = STATUSES.length;

/**
 * What is gathered of one metric over a row of slots (one a group). Everything in it is a count, an exact sum or a bag
 * of values, so folding slots together gives what one pass over their samples would have given, to the bit.
 */
export interface ColumnSlots {
  readonly size: number;
  /** Samples by status, in the order of STATUSES, for each slot. */
  readonly statuses: Float64Array;
  /** Samples that were skipped because the user limited the run; they are not eligible. */
  readonly limited: Float64Array;
  readonly manual: Float64Array;
  /** Largest number of judge repeats. */
  readonly repeats: Float64Array;
  readonly zeros: Float64Array;
  readonly ones: Float64Array;
  /** Scored values outside [0,1]. */
  readonly outside: Float64Array;
  /** Count, sum and squares of the scored values; null while every one of them is 0 or 1, for counts then say all. */
  moments: MomentsGroup | null;
  /** Variances within the repeats of a sample; null without repeats. */
  variances: ExactSumGroup | null;
  /** Largest attainable values of the scored samples; null where they are not known. */
  attainable: ExactSumGroup | null;
  /** The scored values themselves, for quantiles; null for a metric that needs none. */
  values: Float64Array[] | null;
}

/** Slots in which nothing was gathered. */
export function createColumnSlots(size: number): ColumnSlots {
  return {
    size,
    statuses: new Float64Array(size * STATUS_COUNT),
    limited: new Float64Array(size),
    manual: new Float64Array(size),
    repeats: new Float64Array(size),
    zeros: new Float64Array(size),
    ones: new Float64Array(size),
    outside: new Float64Array(size),
    moments: null,
    variances: null,
    attainable: null,
    values: null,
  };
}

/** Folds slots up: slot s of `from` goes to slot `targets[s]` of the answer, which has `size` slots. */
export function foldSlots(from: ColumnSlots, targets: ArrayLike<number>, size: number): ColumnSlots {
  const into = createColumnSlots(size);
  addSlots(into, from, targets);
  return into;
}

/** Adds slot s of `from` to slot `targets[s]` of `into`. */
export function addSlots(into: ColumnSlots, from: ColumnSlots, targets: ArrayLike<number>): void {
  for (let slot = 0; slot < from.size; slot += 1) {
    const target = targets[slot] ?? 0;
    for (let status = 0; status < STATUS_COUNT; status += 1) {
      add(into.statuses, target * STATUS_COUNT + status, from.statuses[slot * STATUS_COUNT + status]);
    }
    add(into.limited, target, from.limited[slot]);
    add(into.manual, target, from.manual[slot]);
    into.repeats[target] = Math.max(into.repeats[target] ?? 0, from.repeats[slot] ?? 0);
    add(into.outside, target, from.outside[slot]);
  }
  addMoments(into, from, targets);
  for (let slot = 0; slot < from.size; slot += 1) {
    add(into.zeros, targets[slot] ?? 0, from.zeros[slot]);
    add(into.ones, targets[slot] ?? 0, from.ones[slot]);
  }
  into.variances = addSums(into.variances, into.size, from.variances, targets);
  into.attainable = addSums(into.attainable, into.size, from.attainable, targets);
  if (from.values !== null) into.values = addValues(into.values, into.size, from.values, targets);
}

/** The moments of a slot that holds zeros and ones only. */
export function zeroOneMoments(zeros: number, ones: number): MomentsPartial {
  const sum = { mantissa: String(ones), exponent: 0 };
  return { n: zeros + ones, sum, squares: sum };
}

/** Turns counts of zeros and ones into moments, so that other values can be added. */
export function ensureMoments(slots: ColumnSlots): MomentsGroup {
  if (slots.moments === null) {
    slots.moments = createMomentsGroup(slots.size);
    for (let slot = 0; slot < slots.size; slot += 1) {
      slots.moments.mergePartial(slot, zeroOneMoments(slots.zeros[slot] ?? 0, slots.ones[slot] ?? 0));
    }
  }
  return slots.moments;
}

function add(counts: Float64Array, at: number, more: number | undefined): void {
  counts[at] = (counts[at] ?? 0) + (more ?? 0);
}

/** Runs before zeros and ones are added: `ensureMoments` takes over what `into` counted so far. */
function addMoments(into: ColumnSlots, from: ColumnSlots, targets: ArrayLike<number>): void {
  if (into.moments === null && from.moments === null) return;
  const moments = ensureMoments(into);
  for (let slot = 0; slot < from.size; slot += 1) {
    const target = targets[slot] ?? 0;
    if (from.moments !== null) moments.mergeSlot(target, from.moments, slot);
    else moments.mergePartial(target, zeroOneMoments(from.zeros[slot] ?? 0, from.ones[slot] ?? 0));
  }
}

function addSums(
  into: ExactSumGroup | null,
  size: number,
  from: ExactSumGroup | null,
  targets: ArrayLike<number>,
): ExactSumGroup | null {
  if (from === null) return into;
  const sums = into ?? createExactSumGroup(size);
  for (let slot = 0; slot < from.slots; slot += 1) sums.mergeSlot(targets[slot] ?? 0, from, slot);
  return sums;
}

function addValues(
  into: Float64Array[] | null,
  size: number,
  from: readonly Float64Array[],
  targets: ArrayLike<number>,
): Float64Array[] {
  const parts: Float64Array[][] = Array.from({ length: size }, (_, slot) =>
    into === null ? [] : [into[slot] ?? new Float64Array(0)],
  );
  from.forEach((values, slot) => {
    parts[targets[slot] ?? 0]?.push(values);
  });
  return parts.map(concatenate);
}

function concatenate(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((n, part) => n + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
