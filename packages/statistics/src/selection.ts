/** Below this length a range is sorted by insertion. */
const SMALL_RANGE = 24;

/** A NaN-free copy of `values`; throws RangeError naming the first index that holds NaN. */
export function copyWithoutNaN(caller: string, values: ArrayLike<number>): Float64Array {
  const copy = Float64Array.from(values);
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
      selectOne(buffer, rank, left, buffer.length - 1);
      left = rank + 1;
    } else if (rank < left - 1) {
      throw new RangeError('selectRanks: ranks must be ascending');
    }
    selected.push(buffer[rank] as number);
  }
  return selected;
}

/** Quickselect (Hoare 1961) with the median of three as pivot, within `left..right`, both included. */
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
    const pivot = medianOfThree(buffer, lo, hi);
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
