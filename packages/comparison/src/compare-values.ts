import type { MetricDifference, MetricInfo } from '@reportcard/report-schema';
import {
  bootstrapMeanInterval,
  countWinsTiesLosses,
  exactMean,
  mcnemarExact,
  requiredSampleSize,
  sampleSd,
  signFlipTest,
} from '@reportcard/statistics';
import { compareQuantiles } from './quantile-difference.ts';

/** A p value of at most this tells two runs apart. */
export const ALPHA = 0.05;

const QUANTILES: Readonly<Record<MetricInfo['aggregate'], number | null>> = {
  mean: null,
  p50: 0.5,
  p90: 0.9,
  p95: 0.95,
  p99: 0.99,
};

/** Differences closer to 0 than this are ties. */
const TIE = 1e-9;

/** What random draws depend on. */
export interface DrawOptions {
  /** Text that the draws come from: the same text, the same result. */
  readonly seed: string;
  /** Most draws a difference; fewer are faster and coarser. 9,999 sign flips and 2,000 resamples by default. */
  readonly draws?: number | undefined;
}

/** Random draws are fewer for long columns, where single draws say more: about this many values are drawn in all. */
const DRAWN_VALUES = 2e7;

const RESAMPLES = 2000;
const FLIPS = 9999;

/**
 * The paired difference B − A of one metric, over samples scored in both runs (METRICS §8.2): of means with a bootstrap
 * interval and a sign-flip p value, of 0/1 values with McNemar's p, of quantiles with McNemar's p on the pairs that the
 * common quantile splits. `wins` are samples on
 * which B is better. The verdict is the p value's; `p_adjusted` equals `p_value` here.
 */
export function compareValues(
  metric: string,
  info: MetricInfo,
  a: Float64Array,
  b: Float64Array,
  options: DrawOptions,
): MetricDifference {
  const n = a.length;
  if (n === 0) return nothingPaired(metric);
  const differences = b.map((value, i) => value - (a[i] ?? 0));
  const better = info.higher_is_better ? differences : differences.map((difference) => 0 - difference);
  const counts = countWinsTiesLosses(better, TIE);
  const found = findDifference(info, a, b, differences, options);
  return {
    metric,
    n,
    mean_a: found.a,
    mean_b: found.b,
    difference: found.difference,
    ci95: found.ci95,
    p_value: found.p,
    p_adjusted: found.p,
    test: found.test,
    verdict: verdictOf(found.difference, found.p, info),
    ...counts,
    needed_n: found.needed_n,
  };
}

/** `improved`, `worse` or `not_distinguishable`, from the p value and the metric's direction. */
export function verdictOf(
  difference: number,
  p: number,
  info: Pick<MetricInfo, 'higher_is_better'>,
): MetricDifference['verdict'] {
  if (p > ALPHA || difference === 0) return 'not_distinguishable';
  return difference > 0 === info.higher_is_better ? 'improved' : 'worse';
}

interface Found {
  readonly a: number | null;
  readonly b: number | null;
  readonly difference: number;
  readonly ci95: [number, number] | null;
  readonly p: number;
  readonly test: MetricDifference['test'];
  readonly needed_n: number | null;
}

function findDifference(
  info: MetricInfo,
  a: Float64Array,
  b: Float64Array,
  differences: Float64Array,
  { seed, draws }: DrawOptions,
): Found {
  const n = a.length;
  const resamples = drawsFor(n, Math.min(draws ?? RESAMPLES, RESAMPLES));
  const quantile = QUANTILES[info.aggregate];
  if (quantile !== null) {
    const { quantile_a, quantile_b, ci95, p } = compareQuantiles(a, b, quantile, { seed, resamples });
    const interval: [number, number] | null = ci95 === null ? null : [...ci95];
    return {
      a: quantile_a,
      b: quantile_b,
      difference: quantile_b - quantile_a,
      ci95: interval,
      p,
      test: 'mcnemar',
      needed_n: null,
    };
  }
  const difference = exactMean(differences) ?? 0;
  const ci95 = bootstrapMeanInterval(differences, { seed, resamples });
  const sd = sampleSd(differences);
  const shared = {
    a: exactMean(a),
    b: exactMean(b),
    difference,
    ci95: ci95 === null ? null : ([...ci95] as [number, number]),
    needed_n: sd === null ? null : requiredSampleSize(difference, sd),
  };
  if (isZeroOne(a) && isZeroOne(b)) {
    const onlyA = differences.filter((value) => value < 0).length;
    const onlyB = differences.filter((value) => value > 0).length;
    return { ...shared, p: mcnemarExact(onlyA, onlyB), test: 'mcnemar' };
  }
  return { ...shared, p: signFlipTest(differences, { seed, flips: drawsFor(n, draws ?? FLIPS) }).p, test: 'sign_flip' };
}

function drawsFor(n: number, most: number): number {
  return Math.max(Math.min(199, most), Math.min(most, Math.floor(DRAWN_VALUES / n)));
}

function isZeroOne(values: Float64Array): boolean {
  return values.every((value) => value === 0 || value === 1);
}

function nothingPaired(metric: string): MetricDifference {
  return {
    metric,
    n: 0,
    mean_a: null,
    mean_b: null,
    difference: null,
    ci95: null,
    p_value: null,
    p_adjusted: null,
    test: 'none',
    verdict: 'not_measured',
    wins: 0,
    ties: 0,
    losses: 0,
    needed_n: null,
  };
}
