import { type Comparison, getOwn, type MetricDifference } from '@reportcard/report-schema';
import { formatBeside } from './format-number.ts';
import type { Judgement, NoiseRule } from './judgement.ts';
import type { Measurement } from './measurement.ts';
import type { Slice } from './slice-target.ts';

/** How much worse a metric became since the baseline, over the samples scored in both runs; negative: it became better. */
interface Drop {
  readonly value: number;
  readonly ci95: [number, number] | null;
  readonly baseline: number | null;
  readonly n: number;
  readonly verdict: MetricDifference['verdict'];
  readonly p: number | null;
}

/**
 * Judges a drop since the baseline. By `value` the mean paired drop decides, by `interval` the largest drop its interval
 * allows; by `significance` a drop over the limit fails only when the paired test calls it worse, else it is inconclusive.
 */
export function judgeDrop(
  threshold: number,
  measured: Measurement,
  comparison: Comparison,
  noise: NoiseRule,
): Judgement {
  const drop = readDrop(measured, comparison);
  if (drop === null) return notMeasured(measured, noise);
  const shared = { basis: noise, baseline: drop.baseline, n: drop.n, ci95: drop.ci95 } as const;
  if (measured.problem !== null)
    return { ...shared, value: drop.value, verdict: 'inconclusive', message: measured.problem.text };
  const judged = noise === 'interval' ? drop.ci95?.[1] : drop.value;
  if (judged === undefined)
    return { ...shared, value: null, verdict: 'inconclusive', message: 'too few paired samples for an interval' };
  const what = `a drop of ${noise === 'interval' ? 'up to ' : ''}${formatBeside(judged, threshold)}`;
  const text = `${what} from ${formatBaseline(drop.baseline)} where ${threshold} is allowed (n = ${drop.n} paired)`;
  if (judged <= threshold) return { ...shared, value: judged, verdict: 'pass', message: text };
  if (noise === 'significance' && drop.verdict !== 'worse') {
    return {
      ...shared,
      value: judged,
      verdict: 'inconclusive',
      message: `${text}, but within noise (p = ${formatP(drop.p)})`,
    };
  }
  return { ...shared, value: judged, verdict: 'fail', message: text };
}

/** Fails where the paired test calls the metric worse than in the baseline; what cannot be told apart passes. */
export function judgeNotWorse(measured: Measurement, comparison: Comparison): Judgement {
  const drop = readDrop(measured, comparison);
  if (drop === null) return notMeasured(measured, 'significance');
  const shared = {
    basis: 'significance',
    baseline: drop.baseline,
    n: drop.n,
    ci95: drop.ci95,
    value: drop.value,
  } as const;
  if (measured.problem !== null) return { ...shared, verdict: 'inconclusive', message: measured.problem.text };
  const by = `a drop of ${formatBeside(drop.value, 0)} from ${formatBaseline(drop.baseline)} (p = ${formatP(drop.p)}, n = ${drop.n} paired)`;
  if (drop.verdict === 'worse') return { ...shared, verdict: 'fail', message: `significantly worse: ${by}` };
  const word = drop.verdict === 'improved' ? 'improved' : 'not distinguishable from the baseline';
  return { ...shared, verdict: 'pass', message: `${word}: ${by}` };
}

function readDrop(measured: Measurement, comparison: Comparison): Drop | null {
  const difference = findDifference(comparison, measured.metric, measured.slice);
  if (difference === undefined || difference.difference === null || difference.verdict === 'not_measured') return null;
  const isBetterUp = measured.higherIsBetter !== false;
  const [low, high] = difference.ci95 ?? [null, null];
  const interval: [number, number] | null =
    low === null || high === null ? null : isBetterUp ? [0 - high, 0 - low] : [low, high];
  return {
    value: isBetterUp ? 0 - difference.difference : difference.difference,
    ci95: interval,
    baseline: difference.mean_a,
    n: difference.n,
    verdict: difference.verdict,
    p: difference.p_adjusted ?? difference.p_value,
  };
}

function findDifference(comparison: Comparison, metric: string, slice: Slice | null): MetricDifference | undefined {
  if (slice === null) return getOwn(comparison.metrics, metric);
  return comparison.slices.find(
    (entry) => entry.dimension === slice.dimension && entry.key === slice.key && entry.difference.metric === metric,
  )?.difference;
}

function notMeasured(measured: Measurement, basis: NoiseRule): Judgement {
  const message = measured.problem?.text ?? 'no sample is scored in both runs';
  return { basis, value: null, baseline: null, n: 0, ci95: null, verdict: 'inconclusive', message };
}

function formatBaseline(baseline: number | null): string {
  return baseline === null ? 'the baseline' : formatBeside(baseline, null);
}

function formatP(p: number | null): string {
  return p === null ? 'unknown' : p < 0.0001 ? '< 0.0001' : formatBeside(p, 0.05);
}
