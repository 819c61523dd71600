import { createRandom, type Interval, mcnemarExact, quantile7, quantiles7 } from '@reportcard/statistics';

/** How a quantile differs between two paired columns. */
export interface QuantileDifference {
  readonly quantile_a: number;
  readonly quantile_b: number;
  /** 95 % percentile interval of B − A over resampled pairs; null below two pairs. */
  readonly ci95: Interval | null;
  /** Two-sided p value; 1 where no pair is split by the common quantile. */
  readonly p: number;
}

/**
 * Compares a quantile of paired values. The p value is that of McNemar's exact test on how many pairs have their value in
 * A alone, or in B alone, above the quantile of both columns together: a median test for pairs. (Swapping the values of
 * pairs at random and comparing quantiles has no power against a shift that is larger than the spread.) The interval
 * resamples pairs and comes from the seed alone. Needs at least one pair and no NaN.
 */
export function compareQuantiles(
  a: Float64Array,
  b: Float64Array,
  q: number,
  options: { readonly seed: string; readonly resamples: number },
): QuantileDifference {
  const common = quantile7([...a, ...b], q) ?? 0;
  let onlyA = 0;
  let onlyB = 0;
  a.forEach((value, i) => {
    const isAbove = value > common;
    const isOtherAbove = (b[i] ?? 0) > common;
    if (isAbove && !isOtherAbove) onlyA += 1;
    if (isOtherAbove && !isAbove) onlyB += 1;
  });
  return {
    quantile_a: quantile7(a, q) ?? 0,
    quantile_b: quantile7(b, q) ?? 0,
    ci95: resampleDifference(a, b, q, options),
    p: mcnemarExact(onlyA, onlyB),
  };
}

function resampleDifference(
  a: Float64Array,
  b: Float64Array,
  q: number,
  { seed, resamples }: { readonly seed: string; readonly resamples: number },
): Interval | null {
  const n = a.length;
  if (n < 2) return null;
  const random = createRandom(seed);
  const drawnA = new Float64Array(n);
  const drawnB = new Float64Array(n);
  const order = [...a.keys()].sort((i, j) => (a[i] ?? 0) - (a[j] ?? 0) || (b[i] ?? 0) - (b[j] ?? 0));
  const differences = Float64Array.from({ length: resamples }, () => {
    for (let i = 0; i < n; i += 1) {
      const at = order[random.below(n)] ?? 0;
      drawnA[i] = a[at] ?? 0;
      drawnB[i] = b[at] ?? 0;
    }
    return (quantile7(drawnB, q) ?? 0) - (quantile7(drawnA, q) ?? 0);
  });
  const [low = null, high = null] = quantiles7(differences, [0.025, 0.975]);
  return low === null || high === null ? null : [low, high];
}
