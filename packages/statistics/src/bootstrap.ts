import { exactMean } from './exact-sum.ts';
import { assertCount, assertLevel, DEFAULT_LEVEL, type Interval } from './interval.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import { quantiles7, quantiles7InPlace } from './quantile.ts';
import { createRandom } from './random.ts';
import { copyWithoutNaN } from './selection.ts';

/** How a bootstrap draws. */
export interface BootstrapOptions {
  /** Text the random numbers depend on, such as the two run ids. */
  readonly seed: string;
  /** Number of resamples, 2,000 by default. */
  readonly resamples?: number;
  readonly level?: number;
  /** `percentile` (default) or `bca`, which corrects for bias and skewness (Efron 1987). */
  readonly method?: 'percentile' | 'bca';
}

/** Resamples of a bootstrap when nothing else is said. */
export const DEFAULT_RESAMPLES = 2000;

/**
 * Bootstrap interval of the mean of paired differences (Efron & Tibshirani 1993, ch. 13 and 14). Null below two values.
 * The order of the values does not matter: they are sorted before resampling. Do not use it for the score of one run:
 * for skewed scores in small samples it covers far less than it claims (see `meanInterval`).
 */
export function bootstrapMeanInterval(differences: ArrayLike<number>, options: BootstrapOptions): Interval | null {
  const level = options.level ?? DEFAULT_LEVEL;
  const resamples = options.resamples ?? DEFAULT_RESAMPLES;
  assertLevel('bootstrapMeanInterval', level);
  assertCount('bootstrapMeanInterval', 'resamples', resamples);
  if (resamples < 1) throw new RangeError('bootstrapMeanInterval: needs at least 1 resample');
  const values = copyWithoutNaN('bootstrapMeanInterval', differences).sort();
  if (values.length < 2) return null;
  const means = resampledMeans(values, resamples, options.seed);
  const tails: Interval = [(1 - level) / 2, 1 - (1 - level) / 2];
  const asked = options.method === 'bca' ? correctTails(values, means, tails) : tails;
  const [lower, upper] = quantiles7InPlace(means, asked);
  return [lower as number, upper as number];
}

function resampledMeans(values: Float64Array, resamples: number, seed: string): Float64Array {
  const random = createRandom(seed);
  const n = values.length;
  const means = new Float64Array(resamples);
  for (let b = 0; b < resamples; b += 1) {
    let sum = 0;
    for (let i = 0; i < n; i += 1) sum += values[random.below(n)] as number;
    means[b] = sum / n;
  }
  return means;
}

/** Moves the two tail probabilities by the bias z0 and the acceleration a of the mean (from the jackknife). */
function correctTails(values: Float64Array, means: Float64Array, tails: Interval): Interval {
  const mean = exactMean(values) as number;
  let below = 0;
  for (const value of means) below += value < mean ? 1 : value === mean ? 0.5 : 0;
  if (below === 0 || below === means.length) return tails;
  const bias = normalQuantile(below / means.length);
  let squares = 0;
  let cubes = 0;
  for (const value of values) {
    squares += (value - mean) ** 2;
    cubes += (value - mean) ** 3;
  }
  const acceleration = squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
  const move = (tail: number): number => {
    const shifted = bias + normalQuantile(tail);
    const stretch = 1 - acceleration * shifted;
    return stretch <= 0 ? tail : normalCdf(bias + shifted / stretch);
  };
  return [move(tails[0]), move(tails[1])];
}

/** A bootstrap of a mean in one pass over the data, for streams and large samples. */
export interface PoissonBootstrap {
  /** Adds one value; each resample takes it 0, 1, 2 … times (Poisson with mean 1). Throws RangeError if not finite. */
  add(value: number): void;
  /** How many values were added. */
  readonly n: number;
  /**
   * Percentile interval of the mean over the resamples that are not empty; null below two values. `empty` counts the
   * resamples that took no value and were left out.
   */
  interval(level?: number): { interval: Interval | null; empty: number };
}

/**
 * Poisson bootstrap (Hanley & MacGibbon 2006): no data are kept, memory depends on `resamples` only. The result depends
 * on the order in which values are added.
 */
export function createPoissonBootstrap(options: { seed: string; resamples?: number }): PoissonBootstrap {
  const resamples = options.resamples ?? DEFAULT_RESAMPLES;
  assertCount('createPoissonBootstrap', 'resamples', resamples);
  const random = createRandom(options.seed);
  const sums = new Float64Array(resamples);
  const counts = new Float64Array(resamples);
  let n = 0;
  return {
    get n(): number {
      return n;
    },
    add: (value) => {
      if (!Number.isFinite(value)) throw new RangeError(`PoissonBootstrap: expected a finite number, got ${value}`);
      n += 1;
      for (let b = 0; b < resamples; b += 1) {
        const times = random.poissonOne();
        sums[b] = (sums[b] as number) + times * value;
        counts[b] = (counts[b] as number) + times;
      }
    },
    interval: (level = DEFAULT_LEVEL) => {
      assertLevel('PoissonBootstrap', level);
      const means = [...sums].map((sum, b) => sum / (counts[b] as number)).filter((mean) => !Number.isNaN(mean));
      const empty = resamples - means.length;
      if (n < 2 || means.length === 0) return { interval: null, empty };
      const [lower, upper] = quantiles7(means, [(1 - level) / 2, 1 - (1 - level) / 2]);
      return { interval: [lower as number, upper as number], empty };
    },
  };
}
