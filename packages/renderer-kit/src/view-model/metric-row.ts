import {
  type AggregateStats,
  type Comparison,
  getOwn,
  type MetricInfo,
  SMALL_N,
  type Status,
} from '@reportcard/report-schema';
import { formatInterval, formatTarget } from '../format/comparison.ts';
import { NO_VALUE } from '../format/fixed.ts';
import { type NumberStyle, styleOf } from '../format/number-style.ts';
import { formatValue } from '../format/value.ts';
import { metricExplanation, metricLabel } from '../messages/labels.ts';
import type { Messages } from '../messages/messages.ts';
import { createDelta, type Delta } from './delta.ts';
import { judgeState, type MetricState } from './metric-state.ts';
import type { Target } from './target.ts';

/** Samples without a value, by why. */
export interface MissingCount {
  readonly status: Exclude<Status, 'ok'>;
  readonly n: number;
}

/** One metric over all samples, as numbers and as text. */
export interface MetricRow {
  readonly id: string;
  readonly label: string;
  readonly explanation: string;
  readonly info: MetricInfo;
  readonly style: NumberStyle;
  readonly value: number | null;
  /** The automatic value, where human scores changed it; else null. */
  readonly auto_value: number | null;
  readonly target: Target | null;
  readonly state: MetricState;
  readonly delta: Delta | null;
  readonly ci95: readonly [number | null, number | null] | null;
  readonly coverage: number | null;
  readonly n_total: number;
  readonly n_scored: number;
  readonly n_manual: number;
  /** Samples outside the metric's population. */
  readonly n_not_applicable: number;
  /** Samples inside the population that have no value. */
  readonly n_missing: number;
  /** The parts of `n_missing` and `n_not_applicable` that are not 0. */
  readonly missing: readonly MissingCount[];
  /** True when the number rests on few samples. */
  readonly small: boolean;
  /** The counts as they stand in the scores; null where the scores have none. */
  readonly stats: AggregateStats | null;
  /** Printed forms; `—` where there is nothing. */
  readonly shown: {
    readonly value: string;
    readonly auto_value: string;
    readonly target: string;
    readonly delta: string;
    readonly ci95: string;
  };
}

/** What a metric row is made from. */
export interface MetricRowInput {
  readonly id: string;
  readonly info: MetricInfo;
  readonly value: number | null;
  readonly auto_value?: number | null | undefined;
  readonly stats: AggregateStats | undefined;
  readonly target: Target | null;
  readonly comparison?: Comparison | undefined;
}

const MISSING = ['undefined', 'missing_input', 'judge_error', 'skipped', 'not_applicable'] as const;

/** The samples without a value, by status, most serious first as they are listed in the scores. */
export function listMissing(stats: AggregateStats | undefined): readonly MissingCount[] {
  if (stats === undefined) return [];
  return MISSING.map((status) => ({ status, n: stats[`n_${status}`] })).filter((entry) => entry.n > 0);
}

/** True when an aggregate rests on so few samples that it has to be marked. */
export function isSmall(stats: AggregateStats | undefined): boolean {
  return stats !== undefined && stats.n_scored > 0 && (stats.small_sample || stats.n_scored < SMALL_N);
}

/** Puts one metric of the scores into a row. */
export function createMetricRow(input: MetricRowInput, messages: Messages): MetricRow {
  const { id, value, target } = input;
  const info = { ...input.info };
  const stats = input.stats === undefined ? undefined : structuredClone(input.stats);
  const style = styleOf(id, info);
  const ci95 = stats?.ci95 ?? null;
  const autoValue = input.auto_value ?? null;
  const delta = createDelta(getOwn(input.comparison?.metrics, id), style);
  const nTotal = stats?.n_total ?? 0;
  const nScored = stats?.n_scored ?? 0;
  const nOutside = stats?.n_not_applicable ?? 0;
  return {
    id,
    label: metricLabel(messages, id, info.label),
    explanation: metricExplanation(messages, id),
    info,
    style,
    value,
    auto_value: autoValue,
    target,
    state: judgeState({ value, target, ci95, own_verdict: true }),
    delta,
    ci95,
    coverage: stats?.coverage ?? null,
    n_total: nTotal,
    n_scored: nScored,
    n_manual: stats?.n_manual ?? 0,
    n_not_applicable: nOutside,
    n_missing: nTotal - nScored - nOutside,
    missing: listMissing(stats),
    small: isSmall(stats),
    stats: stats ?? null,
    shown: {
      value: formatValue(value, style, target?.threshold ?? null),
      auto_value: formatValue(autoValue, style),
      target: target === null ? NO_VALUE : formatTarget(target.kind, target.threshold, style),
      delta: delta?.text ?? NO_VALUE,
      ci95: formatInterval(ci95, style),
    },
  };
}
