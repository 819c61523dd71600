import {
  type AggregateStats,
  type Comparison,
  createRecord,
  getOwn,
  type MetricDifference,
  type ScoresHead,
  type TextRecord,
} from '@reportcard/report-schema';
import { type NumberStyle, styleOf } from '../format/number-style.ts';
import { formatValue } from '../format/value.ts';
import { sliceLabel } from '../messages/labels.ts';
import type { Messages } from '../messages/messages.ts';
import { createDelta, type Delta } from './delta.ts';
import { type Dimension, parseDimension, slicesOf } from './dimension.ts';
import { isSmall } from './metric-row.ts';
import { judgeState, type MetricState } from './metric-state.ts';
import type { Target, TargetIndex } from './target.ts';

/** One metric within one slice. */
export interface SliceCell {
  readonly value: number | null;
  readonly target: Target | null;
  readonly state: MetricState;
  readonly ci95: readonly [number | null, number | null] | null;
  readonly n_scored: number;
  readonly coverage: number | null;
  readonly small: boolean;
  /** The value in the metric's style, `—` where there is none. */
  readonly text: string;
}

/** One slice with all its metrics. */
export interface SliceRow {
  readonly dimension: Dimension;
  readonly key: string;
  /** The key for readers; 未标注 / unlabelled for the empty one. */
  readonly label: string;
  /** First-level intent a second-level one belongs to; null elsewhere and where it is not one. */
  readonly parent: string | null;
  readonly n_total: number;
  /** Samples scored for the headline metric. */
  readonly n_scored: number;
  /** Coverage of the headline metric. */
  readonly coverage: number | null;
  /** True when the headline value rests on few samples; such a slice never makes a headline. */
  readonly small: boolean;
  readonly cells: TextRecord<SliceCell>;
  /** Change of the headline metric since the baseline. */
  readonly delta: Delta | null;
}

/** What slice rows are made from. */
export interface SliceInput {
  readonly scores: ScoresHead;
  readonly headline: string | null;
  readonly targets: TargetIndex;
  readonly comparison?: Comparison | undefined;
  /** First-level intent by second-level key. */
  readonly parents?: ReadonlyMap<string, string | null> | undefined;
}

interface CellInput {
  readonly value: number | null;
  readonly stats: AggregateStats | undefined;
  readonly target: Target | null;
  readonly own_verdict: boolean;
  readonly style: NumberStyle;
}

function createCell(input: CellInput): SliceCell {
  const { value, stats, target } = input;
  const interval = stats?.ci95 ?? null;
  const ci95: SliceCell['ci95'] = interval === null ? null : [...interval];
  return {
    value,
    target,
    state: judgeState({ value, target, ci95, own_verdict: input.own_verdict }),
    ci95,
    n_scored: stats?.n_scored ?? 0,
    coverage: stats?.coverage ?? null,
    small: isSmall(stats),
    text: formatValue(value, input.style, target?.threshold ?? null),
  };
}

interface StyledMetric {
  readonly id: string;
  readonly style: NumberStyle;
  readonly overall_target: Target | null;
}

interface SliceData {
  readonly dimension: Dimension;
  readonly key: string;
  readonly values: Readonly<Record<string, number | null>> | undefined;
  readonly stats: Readonly<Record<string, AggregateStats>> | undefined;
}

function createCells(metrics: readonly StyledMetric[], slice: SliceData, targets: TargetIndex): TextRecord<SliceCell> {
  const cells: TextRecord<SliceCell> = createRecord();
  for (const { id, style, overall_target } of metrics) {
    const target = targets.slice(slice.dimension, slice.key, id);
    cells[id] = createCell({
      value: getOwn(slice.values, id) ?? null,
      stats: getOwn(slice.stats, id),
      target,
      own_verdict: target !== null && target !== overall_target,
      style,
    });
  }
  return cells;
}

function totalOf(stats: Readonly<Record<string, AggregateStats>> | undefined): number {
  let total = 0;
  for (const entry of Object.values(stats ?? {})) total = Math.max(total, entry.n_total);
  return total;
}

function compareWorst(a: SliceRow, b: SliceRow, metric: string, higherIsBetter: boolean): number {
  const left = a.cells[metric]?.value ?? null;
  const right = b.cells[metric]?.value ?? null;
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  const worse = higherIsBetter ? left - right : right - left;
  return worse === 0 ? b.n_scored - a.n_scored : worse;
}

function indexDifferences(input: SliceInput, dimension: Dimension): ReadonlyMap<string, MetricDifference> {
  const matching = (input.comparison?.slices ?? []).filter(
    (slice) => slice.difference.metric === input.headline && parseDimension(slice.dimension) === dimension,
  );
  return new Map(matching.map((slice) => [slice.key, slice.difference]));
}

/**
 * The slices of a dimension, worst first in the headline metric; equal values by more samples, then as in the scores;
 * slices without a value last.
 */
export function createSliceRows(input: SliceInput, dimension: Dimension, messages: Messages): readonly SliceRow[] {
  const { scores, headline, targets } = input;
  const slices = slicesOf(scores, dimension);
  const metrics = Object.entries(scores.metrics).map(
    ([id, info]): StyledMetric => ({ id, style: styleOf(id, info), overall_target: targets.overall(id) }),
  );
  const main = metrics.find((metric) => metric.id === headline);
  const differences = indexDifferences(input, dimension);
  const rows = Object.keys(slices?.values ?? {}).map((key): SliceRow => {
    const stats = getOwn(slices?.stats, key);
    const cells = createCells(metrics, { dimension, key, values: getOwn(slices?.values, key), stats }, targets);
    const cell = main === undefined ? undefined : cells[main.id];
    return {
      dimension,
      key,
      label: sliceLabel(messages, key),
      parent: dimension === 'intent_l2' ? (input.parents?.get(key) ?? null) : null,
      n_total: totalOf(stats),
      n_scored: cell?.n_scored ?? 0,
      coverage: cell?.coverage ?? null,
      small: cell?.small ?? false,
      cells,
      delta: main === undefined ? null : createDelta(differences.get(key), main.style),
    };
  });
  if (main === undefined) return rows;
  const higherIsBetter = getOwn(scores.metrics, main.id)?.higher_is_better ?? true;
  return rows.sort((a, b) => compareWorst(a, b, main.id, higherIsBetter));
}

/** The metric a weakest slice is sought by, and its value over all samples (null: none). */
export interface WeaknessMeasure {
  readonly id: string;
  readonly value: number | null;
  readonly higherIsBetter: boolean;
}

/**
 * The worst slice that may make a headline: enough samples, and a value below its target or, without one, worse than
 * overall; null where none is.
 */
export function findWeakest(rows: readonly SliceRow[], metric: WeaknessMeasure | null): SliceRow | null {
  if (metric === null) return null;
  const isWorse = (value: number): boolean =>
    metric.value !== null && (metric.higherIsBetter ? value < metric.value : value > metric.value);
  const weak = rows.find((row) => {
    const cell = row.cells[metric.id];
    if (cell === undefined || cell.small || cell.value === null) return false;
    return cell.state === 'amber' || cell.state === 'bad' || (cell.state === 'none' && isWorse(cell.value));
  });
  return weak ?? null;
}
