import { assertProbability } from './interval.ts';
import { copyWithoutNaN, selectRanks } from './selection.ts';

/**
 * Quantile of Hyndman & Fan's type 7 (linear interpolation; the default of numpy, R and spreadsheets): with
 * h = (n−1)q, the value h of the way along the sorted sample. Works on a copy, by selection. Null for no values.
 * Throws RangeError for NaN among the values and for q outside [0, 1].
 */
export function quantile7(values: ArrayLike<number>, q: number): number | null {
  return quantiles7(values, [q])[0] as number | null;
}

/** Several type 7 quantiles of the same values in one pass of selection, in the order asked. */
export function quantiles7(values: ArrayLike<number>, qs: readonly number[]): (number | null)[] {
  return quantiles7InPlace(copyWithoutNaN('quantile7', values), qs);
}

/** As `quantiles7`, but the buffer is used as working space: it is reordered, and must hold no NaN. */
export function quantiles7InPlace(buffer: Float64Array, qs: readonly number[]): (number | null)[] {
  for (const q of qs) assertProbability('quantile7', 'q', q);
  const last = buffer.length - 1;
  if (last < 0) return qs.map(() => null);
  const below = qs.map((q) => Math.floor(last * q));
  const ranks = below.flatMap((rank) => [rank, Math.min(rank + 1, last)]);
  ranks.sort((a, b) => a - b);
  selectRanks(buffer, ranks);
  return qs.map((q, i) => interpolate(buffer, below[i] as number, last * q));
}

/** A type 7 quantile of values that are sorted already (ascending, no NaN). Null for no values. */
export function quantile7Sorted(sorted: ArrayLike<number>, q: number): number | null {
  assertProbability('quantile7Sorted', 'q', q);
  const position = (sorted.length - 1) * q;
  return sorted.length === 0 ? null : interpolate(sorted, Math.floor(position), position);
}

/**
 * The quantile of the article's code line: `sorted[min(n−1, ⌊n·q⌋)]`, no interpolation (P50 is the upper median, P95 of
 * 20 values the maximum). Null for no values. Throws RangeError for NaN and for q outside [0, 1].
 */
export function quantileRagent(values: ArrayLike<number>, q: number): number | null {
  return quantileRagentInPlace(copyWithoutNaN('quantileRagent', values), q);
}

/** As `quantileRagent`, but the buffer is used as working space: it is reordered, and must hold no NaN. */
export function quantileRagentInPlace(buffer: Float64Array, q: number): number | null {
  assertProbability('quantileRagent', 'q', q);
  const n = buffer.length;
  return n === 0 ? null : (selectRanks(buffer, [Math.min(n - 1, Math.floor(n * q))])[0] as number);
}

/** Interpolates from the nearer end, as numpy does, so that results are monotone in q; −0 comes out as 0. */
function interpolate(sorted: ArrayLike<number>, below: number, position: number): number {
  const lower = sorted[below] as number;
  const upper = sorted[Math.min(below + 1, sorted.length - 1)] as number;
  const share = position - below;
  if (lower === upper) return lower + 0;
  return share < 0.5 ? lower + (upper - lower) * share : upper - (upper - lower) * (1 - share);
}
