import { binomialCdf, binomialQuantile } from './binomial.ts';
import { assertCount, assertLevel, assertProbability, DEFAULT_LEVEL } from './interval.ts';
import { copyWithoutNaN, selectRanks } from './selection.ts';

/**
 * Ranks (0 = smallest) of the order statistics that enclose a quantile. A null rank means that no value of the sample
 * is a bound on that side at this level.
 */
export interface OrderRanks {
  readonly lower: number | null;
  readonly upper: number | null;
}

/** Bounds of a quantile from the sample's own values; null on a side that has none. */
export interface OrderInterval {
  readonly lower: number | null;
  readonly upper: number | null;
}

/**
 * True when not even the largest of n values is an upper bound of the q-quantile: 1 − qⁿ < level, that is n < 59 for
 * P95 and n < 299 for P99 at 95 %. Mean and maximum then belong beside the quantile.
 */
export function isSmallSampleForQuantile(n: number, q: number, level: number = DEFAULT_LEVEL): boolean {
  assertCount('isSmallSampleForQuantile', 'n', n);
  assertProbability('isSmallSampleForQuantile', 'q', q);
  return n === 0 || 1 - q ** n < level;
}

/**
 * Which order statistics enclose the q-quantile with at least the given confidence, whatever the distribution: between
 * the l-th and u-th smallest it lies with probability P(l ≤ B < u), B binomial(n, q) (David & Nagaraja, Order
 * Statistics, §7.1). Each side leaves out at most half of 1 − level; where one side cannot, although the extreme value
 * alone is a bound at the level, that side takes what it needs and the other keeps the rest.
 */
export function orderIntervalRanks(n: number, q: number, level: number = DEFAULT_LEVEL): OrderRanks {
  assertCount('orderIntervalRanks', 'n', n);
  assertLevel('orderIntervalRanks', level);
  if (!(q > 0 && q < 1)) throw new RangeError(`orderIntervalRanks: q must be between 0 and 1, got ${q}`);
  if (n === 0) return { lower: null, upper: null };
  const spend = 1 - level;
  const leastBelow = (1 - q) ** n;
  const leastAbove = q ** n;
  const spared = leastAbove > spend / 2 && leastAbove <= spend ? spend - leastAbove : spend / 2;
  if (leastBelow > spared && leastBelow + leastAbove <= spend) {
    return { lower: 0, upper: upperRank(n, q, spend - leastBelow) };
  }
  const lower = leastBelow <= spared ? lowerRank(n, q, spared) : null;
  if (leastAbove > spend) return { lower, upper: null };
  return { lower, upper: leastAbove <= spend / 2 ? upperRank(n, q, spend / 2) : n - 1 };
}

/** The largest l−1 with P(B < l) ≤ miss; null when even the minimum misses more often. */
function lowerRank(n: number, q: number, miss: number): number | null {
  const k = binomialQuantile(miss, n, q);
  const l = binomialCdf(k, n, q) <= miss ? k + 1 : k;
  return l === 0 ? null : l - 1;
}

/** The smallest u−1 with P(B ≥ u) ≤ miss. */
function upperRank(n: number, q: number, miss: number): number | null {
  const u = binomialQuantile(1 - miss, n, q) + 1;
  return u > n ? null : u - 1;
}

/**
 * Distribution-free confidence bounds of the q-quantile of `values`. `upper` is null when the sample is too small to
 * hold one (see `isSmallSampleForQuantile`), `lower` likewise at the other end. Throws RangeError for NaN.
 */
export function orderInterval(values: ArrayLike<number>, q: number, level: number = DEFAULT_LEVEL): OrderInterval {
  return orderIntervalInPlace(copyWithoutNaN('orderInterval', values), q, level);
}

/** As `orderInterval`, but the buffer is used as working space: it is reordered, and must hold no NaN. */
export function orderIntervalInPlace(buffer: Float64Array, q: number, level: number = DEFAULT_LEVEL): OrderInterval {
  const ranks = orderIntervalRanks(buffer.length, q, level);
  const asked = [ranks.lower, ranks.upper].filter((rank) => rank !== null);
  selectRanks(buffer, asked);
  const read = (rank: number | null): number | null => (rank === null ? null : (buffer[rank] as number));
  return { lower: read(ranks.lower), upper: read(ranks.upper) };
}
