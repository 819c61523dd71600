import { assertCount, assertLevel, clampToUnit, DEFAULT_LEVEL, type Interval } from './interval.ts';
import { twoSidedT } from './student-t.ts';
import { wilsonInterval } from './wilson.ts';

/** From this many scores on, the mean of scores in [0,1] gets Student's t interval. */
export const T_FROM_N = 100;

/** What the values are: 0/1 only, scores in [0,1], or anything (times, counts, differences). */
export type ValueKind = 'binary' | 'unit' | 'real';

/** How an interval was made; `none` where there is none. */
export type IntervalMethod = 'wilson' | 't' | 'order' | 'none';

/** A mean and what its interval needs. */
export interface MeanSummary {
  readonly mean: number | null;
  readonly n: number;
  /** Sample standard deviation (n − 1); null where n < 2. Not used for `binary`. */
  readonly sd: number | null;
  readonly kind: ValueKind;
}

/** A confidence interval and how it was made; null where there is none. */
export interface MeanInterval {
  readonly interval: Interval | null;
  readonly method: IntervalMethod;
}

/**
 * Confidence interval of one run's mean: Wilson for 0/1 values; for scores in [0,1] Student's t from 100 scores on,
 * cut to [0,1], and Wilson at the mean below that (t covers only 79–88 % for skewed scores at n = 10–20) or where
 * all scores are equal (t would claim certainty); for other values t from two on. `method` tells which one it is;
 * no values, or one value of kind `real`, give `none`.
 */
export function meanInterval(summary: MeanSummary, level: number = DEFAULT_LEVEL): MeanInterval {
  assertLevel('meanInterval', level);
  assertCount('meanInterval', 'n', summary.n);
  const { mean, n, sd, kind } = summary;
  if (n === 0 || mean === null) return { interval: null, method: 'none' };
  if (kind === 'real') return sd === null || n < 2 ? { interval: null, method: 'none' } : tAround(mean, sd, n, level);
  if (!(mean >= 0 && mean <= 1)) throw new RangeError(`meanInterval: a ${kind} mean must be in [0,1], got ${mean}`);
  if (kind === 'unit' && n >= T_FROM_N && sd !== null && sd > 0) {
    const { interval } = tAround(mean, sd, n, level);
    return { interval: [clampToUnit(interval[0]), clampToUnit(interval[1])], method: 't' };
  }
  return { interval: wilsonInterval(Math.min(n, mean * n), n, level), method: 'wilson' };
}

/** Student's t interval mean ± t·sd/√n, n ≥ 2. */
export function tInterval(mean: number, sd: number, n: number, level: number = DEFAULT_LEVEL): Interval {
  assertLevel('tInterval', level);
  if (!(n >= 2)) throw new RangeError(`tInterval: needs at least 2 values, got ${n}`);
  const half = (twoSidedT(level, n - 1) * sd) / Math.sqrt(n);
  return [mean - half, mean + half];
}

function tAround(mean: number, sd: number, n: number, level: number): { interval: Interval; method: 't' } {
  return { interval: tInterval(mean, sd, n, level), method: 't' };
}
