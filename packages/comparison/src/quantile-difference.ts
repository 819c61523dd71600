import { createRandom, type Interval, quantile7, quantiles7 } from '@reportcard/statistics';

/** How a quantile differs between two paired columns. */
export interface QuantileDifference {
  readonly quantile_a: number;
  readonly quantile_b: number;
  /** 95 % percentile interval of the difference over resampled pairs; null below two pairs. */
  readonly ci95: Interval | null;
  /** Share of random swaps within pairs whose difference is at least as large; never 0. */
  readonly p: number;
}

/**
 * Compares a quantile of paired values: the interval resamples pairs, the p value swaps the two values of a pair at random,
 * which under the null changes nothing. Both come from the seed alone. Needs at least one pair.
 */
export function compareQuantiles(
  a: Float64Array,
  b: Float64Array,
  q: number,
  options: { readonly seed: string; readonly draws: number },
): QuantileDifference {
  const n = a.length;
  const quantile_a = quantile7(a, q) ?? 0;
  const quantile_b = quantile7(b, q) ?? 0;
  const observed = Math.abs(quantile_b - quantile_a);
  const random = createRandom(options.seed);
  const drawnA = new Float64Array(n);
  const drawnB = new Float64Array(n);
  const difference = (): number => (quantile7(drawnB, q) ?? 0) - (quantile7(drawnA, q) ?? 0);
  let hits = 0;
  const resampled = new Float64Array(options.draws);
  for (let draw = 0; draw < options.draws; draw += 1) {
    for (let i = 0; i < n; i += 1) {
      const isSwapped = random.nextUint32() >= 2 ** 31;
      drawnA[i] = (isSwapped ? b[i] : a[i]) ?? 0;
      drawnB[i] = (isSwapped ? a[i] : b[i]) ?? 0;
    }
    if (Math.abs(difference()) >= observed * (1 - 1e-12)) hits += 1;
    for (let i = 0; i < n; i += 1) {
      const at = random.below(n);
      drawnA[i] = a[at] ?? 0;
      drawnB[i] = b[at] ?? 0;
    }
    resampled[draw] = difference();
  }
  const [low, high] = quantiles7(resampled, [0.025, 0.975]);
  const ci95: Interval | null =
    n < 2 || low === null || high === null || low === undefined || high === undefined ? null : [low, high];
  return { quantile_a, quantile_b, ci95, p: (1 + hits) / (1 + options.draws) };
}
