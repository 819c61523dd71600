/** Below this length a range is sorted by insertion. */
const SMALL_RANGE = 24;

/** Above this length a pivot is chosen from a sample. */
const LARGE_RANGE = 600;

/** A NaN-free copy of `values`; throws RangeError naming the first index that holds NaN. */
export function copyWithoutNaN(caller: string, values: ArrayLike<number>): Float64Array {
  const copy = new Float64Array(values);
  for (let i = 0; i < copy.length; i += 1) {
    if (Number.isNaN(copy[i])) throw new RangeError(`${caller}: value ${i} is NaN; leave missing values out`);
  }
  return copy;
}

/**
 * Moves the values of the given ranks (0 = smallest, ascending, whole, inside the buffer) to their sorted places and
 * returns them. Everything left of a selected rank is then not larger, everything right of it not smaller. The buffer
 * must hold no NaN. Expected time is linear; a range that resists is sorted, so the worst case is n log n.
 */
export function selectRanks(buffer: Float64Array, ranks: readonly number[]): number[] {
  let left = 0;
  const selected: number[] = [];
  for (const rank of ranks) {
    if (!Number.isInteger(rank) || rank < 0 || rank >= buffer.length) {
      throw new RangeError(`selectRanks: rank must be a whole number from 0 to ${buffer.length - 1}, got ${rank}`);
    }
    if (rank >= left) {
      if (rank === left) moveMinimum(buffer, left);
      else selectOne(buffer, rank, left, buffer.length - 1);
      left = rank + 1;
    } else if (rank < left - 1) {
      throw new RangeError('selectRanks: ranks must be ascending');
    }
    selected.push(buffer[rank] as number);
  }
  return selected;
}

/** Swaps the smallest value from `left` on to place `left`. */
function moveMinimum(buffer: Float64Array, left: number): void {
  let place = left;
  let least = buffer[left] as number;
  for (let i = left + 1; i < buffer.length; i += 1) {
    const value = buffer[i] as number;
    if (value < least) {
      least = value;
      place = i;
    }
  }
  buffer[place] = buffer[left] as number;
  buffer[left] = least;
}

/**
 * Quickselect (Hoare 1961) within `left..right`, both included. The pivot of a long range comes from selecting in a
 * sample around the rank first (Floyd & Rivest 1975), so that nearly all of the range falls away in one pass.
 */
function selectOne(buffer: Float64Array, rank: number, left: number, right: number): void {
  let lo = left;
  let hi = right;
  let patience = 2 * Math.ceil(Math.log2(right - left + 2)) + 8;
  while (hi - lo > SMALL_RANGE) {
    patience -= 1;
    if (patience === 0) {
      buffer.subarray(lo, hi + 1).sort();
      return;
    }
    if (hi - lo > LARGE_RANGE) selectInSample(buffer, rank, lo, hi);
    const pivot = hi - lo > LARGE_RANGE ? (buffer[rank] as number) : medianOfThree(buffer, lo, hi);
    let i = lo;
    let j = hi;
    while (i <= j) {
      while ((buffer[i] as number) < pivot) i += 1;
      while ((buffer[j] as number) > pivot) j -= 1;
      if (i > j) break;
      const held = buffer[i] as number;
      buffer[i] = buffer[j] as number;
      buffer[j] = held;
      i += 1;
      j -= 1;
    }
    if (rank <= j) hi = j;
    else if (rank >= i) lo = i;
    else return;
  }
  sortByInsertion(buffer, lo, hi);
}

/** Selects the rank within n^(2/3) places around it, shifted a little so that the pivot lands just beyond the rank. */
function selectInSample(buffer: Float64Array, rank: number, lo: number, hi: number): void {
  const n = hi - lo + 1;
  const share = (rank - lo) / n;
  const size = 0.5 * n ** (2 / 3);
  const shift = 0.5 * Math.sqrt((Math.log(n) * size * (n - size)) / n) * (share < 0.5 ? -1 : 1);
  const from = Math.max(lo, Math.floor(rank - share * size + shift));
  const to = Math.min(hi, Math.floor(rank + (1 - share) * size + shift));
  if (from <= rank && rank <= to) selectOne(buffer, rank, from, to);
}

function medianOfThree(buffer: Float64Array, lo: number, hi: number): number {
  const a = buffer[lo] as number;
  const b = buffer[(lo + hi) >>> 1] as number;
  const c = buffer[hi] as number;
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

function sortByInsertion(buffer: Float64Array, lo: number, hi: number): void {
  for (let i = lo + 1; i <= hi; i += 1) {
    const value = buffer[i] as number;
    let j = i - 1;
    while (j >= lo && (buffer[j] as number) > value) {
      buffer[j + 1] = buffer[j] as number;
      j -= 1;
    }
    buffer[j + 1] = value;
  }
}
