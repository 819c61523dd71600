import { type AggregateStats, type MetricInfo, SMALL_N, STATUSES, type Status } from '@reportcard/report-schema';
import {
  isSmallSampleForQuantile,
  type MeanInterval,
  meanInterval,
  orderIntervalInPlace,
  quantileRagentInPlace,
  quantiles7InPlace,
  type ValueKind,
} from '@reportcard/statistics';
import { type ColumnSlots, STATUS_COUNT } from './column-slots.ts';
import { roundShifted } from './round-shifted.ts';

/** An aggregate and the samples behind it. */
export interface SlotResult {
  readonly value: number | null;
  readonly stats: AggregateStats;
}

/** `7`: Hyndman & Fan type 7; `ragent`: the article's code line (METRICS §6.2). */
export type QuantileRule = 7 | 'ragent';

const QUANTILES: Readonly<Record<MetricInfo['aggregate'], number | null>> = {
  mean: null,
  p50: 0.5,
  p90: 0.9,
  p95: 0.95,
  p99: 0.99,
};

/** The quantile a metric is aggregated by; null for a mean. */
export function quantileOf(info: Pick<MetricInfo, 'aggregate'>): number | null {
  return QUANTILES[info.aggregate];
}

/**
 * Value and statistics of one slot (METRICS §1.3). `previous` gives what a table read from a file no longer holds: judge
 * repeats and the largest attainable mean.
 */
export function finishSlot(
  slots: ColumnSlots,
  slot: number,
  info: MetricInfo,
  rule: QuantileRule,
  previous?: AggregateStats,
): SlotResult {
  const counts = readCounts(slots, slot);
  const { n_scored, n_eligible } = counts;
  const quantile = quantileOf(info);
  const mean = meanOf(slots, slot, n_scored);
  const sd = sdOf(slots, slot, n_scored);
  const center =
    quantile === null
      ? { value: mean, ...intervalOfMean(slots, slot, info, { mean, sd, n: n_scored }) }
      : { value: quantileValue(slots, slot, quantile, rule), ...intervalOfQuantile(slots, slot, quantile) };
  const hasBounds = quantile === null && info.unit === 'ratio' && n_eligible > 0;
  const small = n_scored < SMALL_N || (quantile !== null && isSmallSampleForQuantile(n_scored, quantile));
  const repeats = slots.repeats[slot] ?? 0;
  return {
    value: center.value,
    stats: {
      ...counts,
      coverage: n_eligible === 0 ? null : n_scored / n_eligible,
      bounds: hasBounds ? boundsOf(slots, slot, n_scored, n_eligible) : null,
      sd,
      ci95: center.ci95,
      ci_method: center.ci_method,
      judge_sd: judgeSdOf(slots, slot) ?? (repeats === 0 ? (previous?.judge_sd ?? null) : null),
      n_repeats: repeats === 0 ? (previous?.n_repeats ?? 0) : repeats,
      max_attainable: slots.attainable === null ? (previous?.max_attainable ?? null) : attainableOf(slots, slot),
      small_sample: small,
    },
  };
}

type Counts = Pick<
  AggregateStats,
  | 'n_total'
  | 'n_eligible'
  | 'n_scored'
  | 'n_undefined'
  | 'n_not_applicable'
  | 'n_missing_input'
  | 'n_judge_error'
  | 'n_skipped'
  | 'n_manual'
>;

function readCounts(slots: ColumnSlots, slot: number): Counts {
  const count = (status: Status): number => slots.statuses[slot * STATUS_COUNT + STATUSES.indexOf(status)] ?? 0;
  const n_total = STATUSES.reduce((n, status) => n + count(status), 0);
  return {
    n_total,
    n_eligible: n_total - count('not_applicable') - count('undefined') - (slots.limited[slot] ?? 0),
    n_scored: count('ok'),
    n_undefined: count('undefined'),
    n_not_applicable: count('not_applicable'),
    n_missing_input: count('missing_input'),
    n_judge_error: count('judge_error'),
    n_skipped: count('skipped'),
    n_manual: slots.manual[slot] ?? 0,
  };
}

function meanOf(slots: ColumnSlots, slot: number, n: number): number | null {
  if (n === 0) return null;
  return slots.moments === null ? (slots.ones[slot] ?? 0) / n : slots.moments.mean(slot);
}

/** For zeros and ones n·k − k² = k(n − k) are whole numbers, so one division rounds correctly. */
function sdOf(slots: ColumnSlots, slot: number, n: number): number | null {
  if (n < 2) return null;
  if (slots.moments !== null) return slots.moments.sd(slot);
  return Math.sqrt(((slots.ones[slot] ?? 0) * (slots.zeros[slot] ?? 0)) / (n * (n - 1)));
}

interface Interval95 {
  readonly ci95: AggregateStats['ci95'];
  readonly ci_method: AggregateStats['ci_method'];
}

function intervalOfMean(
  slots: ColumnSlots,
  slot: number,
  info: MetricInfo,
  summary: { readonly mean: number | null; readonly sd: number | null; readonly n: number },
): Interval95 {
  const { interval, method }: MeanInterval = meanInterval({ ...summary, kind: kindOf(slots, slot, info, summary.n) });
  if (interval === null) return { ci95: null, ci_method: method };
  // no time is below zero, whatever the approximation says
  const low = info.unit === 'ms' && (summary.mean ?? 0) >= 0 ? Math.max(0, interval[0]) : interval[0];
  return { ci95: [low, interval[1]], ci_method: method };
}

function kindOf(slots: ColumnSlots, slot: number, info: MetricInfo, n: number): ValueKind {
  if (info.unit !== 'ratio' || (slots.outside[slot] ?? 0) > 0) return 'real';
  return (slots.zeros[slot] ?? 0) + (slots.ones[slot] ?? 0) === n ? 'binary' : 'unit';
}

function quantileValue(slots: ColumnSlots, slot: number, q: number, rule: QuantileRule): number | null {
  const values = slots.values?.[slot] ?? new Float64Array(0);
  return rule === 7 ? (quantiles7InPlace(values, [q])[0] ?? null) : quantileRagentInPlace(values, q);
}

function intervalOfQuantile(slots: ColumnSlots, slot: number, q: number): Interval95 {
  const { lower, upper } = orderIntervalInPlace(slots.values?.[slot] ?? new Float64Array(0), q);
  return lower === null && upper === null
    ? { ci95: null, ci_method: 'none' }
    : { ci95: [lower, upper], ci_method: 'order' };
}

function boundsOf(slots: ColumnSlots, slot: number, scored: number, eligible: number): [number, number] {
  if (slots.moments === null) {
    const ones = slots.ones[slot] ?? 0;
    return [ones / eligible, (ones + eligible - scored) / eligible];
  }
  const mean = slots.moments.mean(slot);
  if (scored === eligible && mean !== null) return [mean, mean];
  const { sum } = slots.moments.partial(slot);
  return [roundShifted(sum, 0, eligible), roundShifted(sum, eligible - scored, eligible)];
}

function judgeSdOf(slots: ColumnSlots, slot: number): number | null {
  const variance = slots.variances?.mean(slot) ?? null;
  return variance === null ? null : Math.sqrt(variance);
}

/** Null where nothing is known and where it is 1, for then there is nothing to say. */
function attainableOf(slots: ColumnSlots, slot: number): number | null {
  const mean = slots.attainable?.mean(slot) ?? null;
  return mean === 1 ? null : mean;
}
