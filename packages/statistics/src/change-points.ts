import { assertCount, assertProbability } from './interval.ts';
import { createRandom, type Random, shuffle } from './random.ts';

/** A place where the level of a series changes. */
export interface ChangePoint {
  /** Index of the first value of the new level. */
  readonly index: number;
  /** Mean of the stretch before, from the change point before it. */
  readonly before: number;
  /** Mean of the stretch after, up to the next change point. */
  readonly after: number;
  /** Permutation p value of this split within the stretch where it was found. */
  readonly p: number;
}

/** How change points are looked for. */
export interface ChangePointOptions {
  readonly seed: string;
  /** A split is kept when its p is at most this; 0.05 by default. */
  readonly alpha?: number;
  /** Random orders tried a stretch; 999 by default. */
  readonly permutations?: number;
  /** Fewest values on either side of a split; 2 by default. */
  readonly minLength?: number;
}

interface Split {
  readonly at: number;
  readonly statistic: number;
}

/**
 * Shifts of level in a series, oldest first: binary segmentation (Scott & Knott 1974) on the CUSUM statistic
 * |mean left − mean right|·√(l·r/(l+r)), each split kept only when random orders of its stretch rarely reach it. Null
 * values (runs without the metric) are passed over; indices are those of the input. A series below about eight values
 * can never be significant at 0.05.
 */
export function findChangePoints(
  series: readonly (number | null)[],
  options: ChangePointOptions,
): readonly ChangePoint[] {
  const { alpha = 0.05, permutations = 999, minLength = 2 } = options;
  assertProbability('findChangePoints', 'alpha', alpha);
  assertCount('findChangePoints', 'permutations', permutations);
  if (!Number.isInteger(minLength) || minLength < 1) {
    throw new RangeError(`findChangePoints: minLength must be 1 or more, got ${minLength}`);
  }
  const known = series.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
  const values = known.map(({ value }) => value);
  const broken = values.find((value) => !Number.isFinite(value));
  if (broken !== undefined) throw new RangeError(`findChangePoints: values must be finite or null, got ${broken}`);
  const random = createRandom(options.seed);
  const found: { at: number; p: number }[] = [];
  const search = (from: number, to: number): void => {
    const stretch = values.slice(from, to);
    const split = bestSplit(stretch, minLength);
    if (split === null || split.statistic === 0) return;
    const p = permutationP(stretch, split.statistic, minLength, permutations, random);
    if (p > alpha) return;
    found.push({ at: from + split.at, p });
    search(from, from + split.at);
    search(from + split.at, to);
  };
  search(0, values.length);
  found.sort((a, b) => a.at - b.at);
  const edges = [0, ...found.map(({ at }) => at), values.length];
  return found.map(({ at, p }, i) => ({
    index: known[at]?.index as number,
    before: meanOf(values, edges[i] as number, at),
    after: meanOf(values, at, edges[i + 2] as number),
    p,
  }));
}

function meanOf(values: readonly number[], from: number, to: number): number {
  return values.slice(from, to).reduce((sum, value) => sum + value, 0) / (to - from);
}

/** The split with the largest statistic, the first of equals; null when the stretch is too short to split. */
function bestSplit(values: readonly number[], minLength: number): Split | null {
  const n = values.length;
  if (n < 2 * minLength) return null;
  const mean = meanOf(values, 0, n);
  let cusum = 0;
  let best: Split | null = null;
  for (let at = 1; at <= n - minLength; at += 1) {
    cusum += (values[at - 1] as number) - mean;
    const statistic = Math.abs(cusum) * Math.sqrt(n / (at * (n - at)));
    if (at >= minLength && (best === null || statistic > best.statistic)) best = { at, statistic };
  }
  return best;
}

function permutationP(
  values: readonly number[],
  observed: number,
  minLength: number,
  permutations: number,
  random: Random,
): number {
  let hits = 0;
  for (let i = 0; i < permutations; i += 1) {
    const split = bestSplit(shuffle(values, random), minLength) as Split;
    if (split.statistic >= observed * (1 - 1e-12)) hits += 1;
  }
  return (1 + hits) / (1 + permutations);
}
