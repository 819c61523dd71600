import { exactMean } from './exact-sum.ts';
import { assertLevel, assertSameLength, DEFAULT_LEVEL, type Interval } from './interval.ts';
import { tInterval } from './mean-interval.ts';
import { sampleSd } from './moments.ts';

/** Mean of |a − b|; null for no pairs. */
export function meanAbsoluteError(a: ArrayLike<number>, b: ArrayLike<number>): number | null {
  return exactMean(subtract('meanAbsoluteError', a, b).map(Math.abs));
}

/** The mean of a − b with its interval. */
export interface MeanDifference {
  readonly n: number;
  /** Mean of a − b; null for no pairs. */
  readonly mean: number | null;
  /** Sample standard deviation of a − b; null below two pairs. */
  readonly sd: number | null;
  /** Student's t interval of the mean; null below two pairs. */
  readonly interval: Interval | null;
}

/** Mean of a − b with its t interval: how far one rater lies above the other. */
export function meanDifference(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  level: number = DEFAULT_LEVEL,
): MeanDifference {
  assertLevel('meanDifference', level);
  const differences = subtract('meanDifference', a, b);
  const n = differences.length;
  const mean = exactMean(differences);
  const sd = sampleSd(differences);
  return { n, mean, sd, interval: mean === null || sd === null ? null : tInterval(mean, sd, n, level) };
}

function subtract(caller: string, a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  assertSameLength(caller, a, b);
  return Float64Array.from({ length: a.length }, (_, i) => (a[i] as number) - (b[i] as number));
}

/** Two raters' verdicts on the same items; "low" is below the threshold. */
export interface Confusion {
  readonly bothLow: number;
  /** Low for the first rater only. */
  readonly onlyFirstLow: number;
  /** Low for the second rater only. */
  readonly onlySecondLow: number;
  readonly neitherLow: number;
}

/** Counts who calls which score low (below `threshold`, 0.5 by default). */
export function countConfusion(a: ArrayLike<number>, b: ArrayLike<number>, threshold = 0.5): Confusion {
  assertSameLength('countConfusion', a, b);
  const counts = { bothLow: 0, onlyFirstLow: 0, onlySecondLow: 0, neitherLow: 0 };
  for (let i = 0; i < a.length; i += 1) {
    const [first, second] = [(a[i] as number) < threshold, (b[i] as number) < threshold];
    if (first && second) counts.bothLow += 1;
    else if (first) counts.onlyFirstLow += 1;
    else if (second) counts.onlySecondLow += 1;
    else counts.neitherLow += 1;
  }
  return counts;
}

/**
 * Cohen's κ (1960) of two raters' low/not-low verdicts: (observed − chance agreement)/(1 − chance agreement), at most 1.
 * Null for no items and where both raters always say the same one thing (0/0).
 */
export function cohenKappa(confusion: Confusion): number | null {
  const { bothLow, onlyFirstLow, onlySecondLow, neitherLow } = confusion;
  return weightedKappa(
    [
      [bothLow, onlyFirstLow],
      [onlySecondLow, neitherLow],
    ],
    (i, j) => (i === j ? 0 : 1),
  );
}

/**
 * Quadratically weighted κ (Cohen 1968) of scores in [0,1] cut into equal bins (five by default, 1 in the last): a
 * disagreement counts with the square of its distance in bins. Null as for `cohenKappa`.
 */
export function quadraticKappa(a: ArrayLike<number>, b: ArrayLike<number>, bins = 5): number | null {
  assertSameLength('quadraticKappa', a, b);
  if (!Number.isInteger(bins) || bins < 2) throw new RangeError(`quadraticKappa: bins must be 2 or more, got ${bins}`);
  const table = Array.from({ length: bins }, () => new Array<number>(bins).fill(0));
  for (let i = 0; i < a.length; i += 1) {
    const row = table[binOf(a[i] as number, bins)] as number[];
    const column = binOf(b[i] as number, bins);
    row[column] = (row[column] as number) + 1;
  }
  return weightedKappa(table, (i, j) => (i - j) ** 2);
}

function binOf(score: number, bins: number): number {
  if (!(score >= 0 && score <= 1)) throw new RangeError(`quadraticKappa: scores must be in [0,1], got ${score}`);
  return Math.min(bins - 1, Math.floor(score * bins));
}

/** κ = 1 − Σ w·observed / Σ w·expected, for a square table of counts and a weight of disagreement. */
function weightedKappa(table: readonly (readonly number[])[], weight: (i: number, j: number) => number): number | null {
  const rows = table.map((row) => row.reduce((sum, count) => sum + count, 0));
  const columns = table.map((_, j) => table.reduce((sum, row) => sum + (row[j] as number), 0));
  const total = rows.reduce((sum, count) => sum + count, 0);
  let observed = 0;
  let expected = 0;
  for (const [i, row] of table.entries()) {
    for (const [j, count] of row.entries()) {
      observed += weight(i, j) * count;
      expected += (weight(i, j) * (rows[i] as number) * (columns[j] as number)) / total;
    }
  }
  return total === 0 || expected === 0 ? null : 1 - observed / expected;
}
