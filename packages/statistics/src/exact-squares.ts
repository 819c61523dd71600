import { toFixedPoint } from './exact-round.ts';
import {
  addFraction,
  addToBins,
  addToTotal,
  BLOCK,
  type FixedPointBins,
  LEVELS,
  reserveAdditions,
} from './fixed-point-bins.ts';

const SPLIT: number = 2 ** 27 + 1;
const LARGE: number = 2 ** 16;
const TINY: number = 2 ** -480;
const CUT: number = 1.5 * 2 ** 52;

/**
 * Adds the square of `values[i]` to slot `groups[i]` (slot 0 without groups), passing over NaN. A square is added as the
 * sum of two doubles (Dekker 1971), which is exact; only squares below 2^-960 are rounded first.
 */
export function addSquaresToBins(
  state: FixedPointBins,
  values: ArrayLike<number>,
  groups: ArrayLike<number> | undefined,
): void {
  for (let start = 0; start < values.length; start += BLOCK) {
    const end = Math.min(values.length, start + BLOCK);
    reserveAdditions(state, 2 * (end - start));
    addBlock(state, values, groups, start, end);
  }
}

function addBlock(
  state: FixedPointBins,
  values: ArrayLike<number>,
  groups: ArrayLike<number> | undefined,
  start: number,
  end: number,
): void {
  const bins = state.bins;
  for (let i = start; i < end; i += 1) {
    const x = values[i] as number;
    const slot = groups === undefined ? 0 : (groups[i] as number);
    const size = Math.abs(x);
    if (!(size <= LARGE && size >= TINY)) {
      if (!Number.isNaN(x)) addUnusualSquare(state, slot, x);
      continue;
    }
    const square = x * x;
    const whole = square + CUT - CUT;
    bins[slot * LEVELS] = (bins[slot * LEVELS] as number) + whole;
    if (square === x) continue;
    const scaled = SPLIT * x;
    const high = scaled - (scaled - x);
    const low = x - high;
    const error = low * low - (square - high * high - 2 * high * low);
    if (square !== whole) addFraction(state, slot, square - whole);
    if (error !== 0) addFraction(state, slot, error);
  }
}

/** Adds the square of one finite number. Throws RangeError for infinities. */
function addUnusualSquare(state: FixedPointBins, slot: number, x: number): void {
  if (Math.abs(x) < TINY) {
    addToBins(state, slot, x * x);
    return;
  }
  const units = toFixedPoint(x);
  addToTotal(state, slot, (units * units) >> 1074n);
}
