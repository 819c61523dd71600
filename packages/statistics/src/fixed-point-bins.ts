import { MIN_EXPONENT, toFixedPoint } from './exact-round.ts';

/**
 * A row of exact accumulators. Each slot holds five doubles that are whole multiples of 2^0, 2^-32, 2^-64, 2^-96 and
 * 2^-128; a double is cut into such pieces by adding and subtracting 1.5×2^52 units, and sums of pieces stay below
 * 2^53 units, hence exact, until they are moved into `totals` (whole numbers of 2^-1074). What does not fit the five
 * levels goes to `totals` directly. The idea of binned, order-free sums: Demmel & Nguyen, "Fast Reproducible
 * Floating-Point Summation" (2013); Neal, "Fast exact summation using small and large superaccumulators" (2015).
 */
export interface FixedPointBins {
  readonly bins: Float64Array;
  readonly totals: bigint[];
  /** Additions since the bins were last moved into `totals`. */
  pending: number;
}

/** An exact sum: `mantissa × 2^exponent`. */
export interface ScaledInteger {
  readonly mantissa: bigint;
  readonly exponent: number;
}

/** Doubles a slot. */
export const LEVELS = 5;
const LIMIT: number = 2 ** 32;
const MAX_PENDING: number = 2 ** 20;

/** Columns are added in blocks of this many values, each reserving its additions at once. */
export const BLOCK: number = 2 ** 18;

const CUT_0: number = 1.5 * 2 ** 52;
const CUT_1: number = 1.5 * 2 ** 20;
const CUT_2: number = 1.5 * 2 ** -12;
const CUT_3: number = 1.5 * 2 ** -44;
const CUT_4: number = 1.5 * 2 ** -76;
const BOTTOM_EXPONENT = -128;

/** `slots` empty accumulators. */
export function createBins(slots: number): FixedPointBins {
  return { bins: new Float64Array(slots * LEVELS), totals: new Array<bigint>(slots).fill(0n), pending: 0 };
}

/** Adds one finite number to a slot, exactly. Throws RangeError for NaN and infinities. */
export function addToBins(state: FixedPointBins, slot: number, x: number): void {
  if (!(x <= LIMIT && x >= -LIMIT)) {
    addToTotal(state, slot, toFixedPoint(x));
    return;
  }
  reserveAdditions(state, 1);
  const bins = state.bins;
  const at = slot * LEVELS;
  const whole = x + CUT_0 - CUT_0;
  bins[at] = (bins[at] as number) + whole;
  const rest = x - whole;
  if (rest !== 0) addFraction(state, slot, rest);
}

/**
 * Adds `values[i]` to slot `groups[i]` (slot 0 without groups) and counts it there, passing over NaN. The steps are those
 * of `addToBins`, written out because this loop is the hot path of aggregation.
 */
export function addColumnToBins(
  state: FixedPointBins,
  counts: Float64Array,
  values: ArrayLike<number>,
  groups: ArrayLike<number> | undefined,
): void {
  for (let start = 0; start < values.length; start += BLOCK) {
    const end = Math.min(values.length, start + BLOCK);
    reserveAdditions(state, end - start);
    addBlock(state, counts, values, groups, start, end);
  }
}

function addBlock(
  state: FixedPointBins,
  counts: Float64Array,
  values: ArrayLike<number>,
  groups: ArrayLike<number> | undefined,
  start: number,
  end: number,
): void {
  const bins = state.bins;
  for (let i = start; i < end; i += 1) {
    const x = values[i] as number;
    const slot = groups === undefined ? 0 : (groups[i] as number);
    if (x <= LIMIT && x >= -LIMIT) {
      const whole = x + CUT_0 - CUT_0;
      bins[slot * LEVELS] = (bins[slot * LEVELS] as number) + whole;
      if (x !== whole) addFraction(state, slot, x - whole);
    } else if (Number.isNaN(x)) {
      continue;
    } else {
      addToTotal(state, slot, toFixedPoint(x));
    }
    counts[slot] = (counts[slot] as number) + 1;
  }
}

/** Counts additions to come, and empties the bins into `totals` before they could overflow. */
export function reserveAdditions(state: FixedPointBins, additions: number): void {
  if (state.pending + additions > MAX_PENDING) flushBins(state);
  state.pending += additions;
}

/** Adds a number of size at most 1/2, exactly; the caller has reserved the addition. */
export function addFraction(state: FixedPointBins, slot: number, x: number): void {
  const bins = state.bins;
  const at = slot * LEVELS;
  const second = x + CUT_1 - CUT_1;
  bins[at + 1] = (bins[at + 1] as number) + second;
  const small = x - second;
  const third = small + CUT_2 - CUT_2;
  bins[at + 2] = (bins[at + 2] as number) + third;
  if (small !== third) addSmallRest(state, slot, small - third);
}

function addSmallRest(state: FixedPointBins, slot: number, x: number): void {
  const bins = state.bins;
  const at = slot * LEVELS;
  const fourth = x + CUT_3 - CUT_3;
  bins[at + 3] = (bins[at + 3] as number) + fourth;
  const rest = x - fourth;
  const fifth = rest + CUT_4 - CUT_4;
  bins[at + 4] = (bins[at + 4] as number) + fifth;
  if (rest !== fifth) addToTotal(state, slot, toFixedPoint(rest - fifth));
}

/** Adds a whole number of 2^-1074 to a slot. */
export function addToTotal(state: FixedPointBins, slot: number, units: bigint): void {
  state.totals[slot] = (state.totals[slot] as bigint) + units;
}

/** The exact sum of a slot. */
export function readTotal(state: FixedPointBins, slot: number): ScaledInteger {
  const total = state.totals[slot] as bigint;
  const at = slot * LEVELS;
  const whole = state.bins[at] as number;
  let isWhole = true;
  for (let level = 1; level < LEVELS; level += 1) isWhole = isWhole && state.bins[at + level] === 0;
  if (total === 0n && isWhole) return { mantissa: BigInt(whole), exponent: 0 };
  let mantissa = BigInt(whole);
  for (let level = 1; level < LEVELS; level += 1) {
    mantissa = (mantissa << 32n) + BigInt((state.bins[at + level] as number) * 2 ** (32 * level));
  }
  if (total === 0n) return { mantissa, exponent: BOTTOM_EXPONENT };
  return { mantissa: (mantissa << BigInt(BOTTOM_EXPONENT - MIN_EXPONENT)) + total, exponent: MIN_EXPONENT };
}

/** Adds `mantissa × 2^exponent` to a slot, exactly. `exponent` is at least -1074. */
export function addScaled(into: FixedPointBins, slot: number, sum: ScaledInteger): void {
  addToTotal(into, slot, sum.mantissa << BigInt(sum.exponent - MIN_EXPONENT));
}

function flushBins(state: FixedPointBins): void {
  for (let slot = 0; slot < state.totals.length; slot += 1) {
    const { mantissa, exponent } = readTotal(state, slot);
    state.totals[slot] = mantissa << BigInt(exponent - MIN_EXPONENT);
  }
  state.bins.fill(0);
  state.pending = 0;
}
