import { binomialCdf } from './binomial.ts';
import { assertCount } from './interval.ts';
import { createRandom } from './random.ts';
import { copyWithoutNaN } from './selection.ts';

/** Up to this many differences other than 0 every pattern of signs is tried; above, a seeded sample of them. */
export const EXACT_FLIPS = 16;

/** Patterns drawn above `EXACT_FLIPS` unless asked otherwise. */
export const DEFAULT_FLIPS = 9999;

/** How a sign-flip test draws. */
export interface SignFlipOptions {
  /** Text the random patterns depend on, such as the two run ids. */
  readonly seed: string;
  /** Number of random patterns above `EXACT_FLIPS`, 9,999 by default. */
  readonly flips?: number;
}

/** The outcome of a sign-flip test. */
export interface SignFlipResult {
  /** Two-sided p value in (0, 1]; 1 where no difference is other than 0. */
  readonly p: number;
  /** True when every pattern was tried. */
  readonly exact: boolean;
  /** Differences other than 0. */
  readonly nonZero: number;
}

/**
 * Sign-flip permutation test that paired differences are symmetric around 0 (Fisher 1935): p is the share of patterns of
 * signs whose |sum| is at least the observed one. A sampled p counts the observed pattern too, (1 + hits)/(1 + flips), so
 * it is never 0 (Phipson & Smyth 2010). The order of the differences does not matter. Throws RangeError for NaN.
 */
export function signFlipTest(differences: ArrayLike<number>, options: SignFlipOptions): SignFlipResult {
  const all = copyWithoutNaN('signFlipTest', differences);
  const observed = Math.abs(all.slice().sort().reduce(add, 0));
  const sizes = all
    .map(Math.abs)
    .filter((size) => size > 0)
    .sort();
  const nonZero = sizes.length;
  if (nonZero === 0) return { p: 1, exact: true, nonZero };
  const threshold = observed - 1e-12 * sizes.reduce(add, 0);
  if (nonZero <= EXACT_FLIPS) return { p: shareOfAllFlips(sizes, threshold), exact: true, nonZero };
  const flips = options.flips ?? DEFAULT_FLIPS;
  assertCount('signFlipTest', 'flips', flips);
  const hits = countSampledFlips(sizes, threshold, flips, options.seed);
  return { p: (1 + hits) / (1 + flips), exact: false, nonZero };
}

function add(a: number, b: number): number {
  return a + b;
}

/** Walks all patterns in Gray-code order, so each step flips one sign; the last sign stays, by symmetry. */
function shareOfAllFlips(sizes: Float64Array, threshold: number): number {
  const patterns = 2 ** (sizes.length - 1);
  const signs = new Int8Array(sizes.length).fill(1);
  let sum = sizes.reduce(add, 0);
  let hits = sum >= threshold ? 1 : 0;
  for (let step = 1; step < patterns; step += 1) {
    const at = 31 - Math.clz32(step & -step);
    sum -= 2 * (signs[at] as number) * (sizes[at] as number);
    signs[at] = -(signs[at] as number);
    if (Math.abs(sum) >= threshold) hits += 1;
  }
  return hits / patterns;
}

function countSampledFlips(sizes: Float64Array, threshold: number, flips: number, seed: string): number {
  const random = createRandom(seed);
  let hits = 0;
  for (let flip = 0; flip < flips; flip += 1) {
    let sum = 0;
    let bits = 0;
    for (let i = 0; i < sizes.length; i += 1) {
      bits = i % 32 === 0 ? random.nextUint32() : bits >>> 1;
      sum += (sizes[i] as number) * (1 - 2 * (bits & 1));
    }
    if (Math.abs(sum) >= threshold) hits += 1;
  }
  return hits;
}

/**
 * McNemar's test in its exact form: of the pairs that differ, `onlyFirst` have a success in the first run alone and
 * `onlySecond` in the second alone; p = min(1, 2·P(B ≤ smaller)), B binomial(onlyFirst + onlySecond, ½). 1 where no
 * pair differs. Conservative: under the null it rejects in at most 5 % of cases, often in far fewer.
 */
export function mcnemarExact(onlyFirst: number, onlySecond: number): number {
  assertCount('mcnemarExact', 'onlyFirst', onlyFirst);
  assertCount('mcnemarExact', 'onlySecond', onlySecond);
  const n = onlyFirst + onlySecond;
  return n === 0 ? 1 : Math.min(1, 2 * binomialCdf(Math.min(onlyFirst, onlySecond), n, 0.5));
}

/** Pairs in which the first is better, equal, worse. */
export interface WinsTiesLosses {
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
}

/** How many differences are above 0, equal to 0 (within `tolerance`) and below 0. */
export function countWinsTiesLosses(differences: ArrayLike<number>, tolerance = 0): WinsTiesLosses {
  const all = copyWithoutNaN('countWinsTiesLosses', differences);
  const wins = all.filter((difference) => difference > tolerance).length;
  const losses = all.filter((difference) => difference < -tolerance).length;
  return { wins, ties: all.length - wins - losses, losses };
}
