import {
  createExactSumGroup,
  type ExactSumGroup,
  type ExactSumPartial,
  type MomentsPartial,
} from '@reportcard/statistics';
import { type ColumnSlots, createColumnSlots, ensureMoments, STATUS_COUNT } from './column-slots.ts';

/** One slot of one metric as plain JSON. */
export interface SlotPartial {
  readonly statuses: readonly number[];
  readonly limited: number;
  readonly manual: number;
  readonly repeats: number;
  readonly zeros: number;
  readonly ones: number;
  readonly outside: number;
  /** Null while every value is 0 or 1. */
  readonly moments: MomentsPartial | null;
  readonly variances: ExactSumPartial | null;
  readonly attainable: ExactSumPartial | null;
  /** Ascending; null for a metric without quantiles. */
  readonly values: readonly number[] | null;
}

/** Slots as plain JSON; equal slots give equal JSON. */
export function formatSlots(slots: ColumnSlots): SlotPartial[] {
  return Array.from({ length: slots.size }, (_, slot) => ({
    statuses: [...slots.statuses.subarray(slot * STATUS_COUNT, (slot + 1) * STATUS_COUNT)],
    limited: slots.limited[slot] ?? 0,
    manual: slots.manual[slot] ?? 0,
    repeats: slots.repeats[slot] ?? 0,
    zeros: slots.zeros[slot] ?? 0,
    ones: slots.ones[slot] ?? 0,
    outside: slots.outside[slot] ?? 0,
    moments: slots.moments?.partial(slot) ?? null,
    variances: slots.variances?.partial(slot) ?? null,
    attainable: slots.attainable?.partial(slot) ?? null,
    values: slots.values === null ? null : [...(slots.values[slot] ?? [])].sort((a, b) => a - b),
  }));
}

/** Slots out of plain JSON. Throws a RangeError where an exact sum is damaged. */
export function parseSlots(partials: readonly SlotPartial[]): ColumnSlots {
  const slots = createColumnSlots(partials.length);
  partials.forEach((partial, slot) => {
    slots.statuses.set(partial.statuses.slice(0, STATUS_COUNT), slot * STATUS_COUNT);
    slots.limited[slot] = partial.limited;
    slots.manual[slot] = partial.manual;
    slots.repeats[slot] = partial.repeats;
    slots.outside[slot] = partial.outside;
    if (partial.moments === null) {
      slots.zeros[slot] = partial.zeros;
      slots.ones[slot] = partial.ones;
    }
  });
  partials.forEach(({ moments }, slot) => {
    if (moments !== null) ensureMoments(slots).mergePartial(slot, moments);
  });
  partials.forEach(({ moments, zeros, ones }, slot) => {
    if (moments === null) return;
    slots.zeros[slot] = zeros;
    slots.ones[slot] = ones;
  });
  slots.variances = parseSums(partials.map((partial) => partial.variances));
  slots.attainable = parseSums(partials.map((partial) => partial.attainable));
  if (partials.some((partial) => partial.values !== null)) {
    slots.values = partials.map((partial) => Float64Array.from(partial.values ?? []));
  }
  return slots;
}

function parseSums(partials: readonly (ExactSumPartial | null)[]): ExactSumGroup | null {
  if (partials.every((partial) => partial === null)) return null;
  const sums = createExactSumGroup(partials.length);
  partials.forEach((partial, slot) => {
    if (partial !== null) sums.mergePartial(slot, partial);
  });
  return sums;
}
