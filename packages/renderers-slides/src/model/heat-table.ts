import { formatTarget, formatValue, type MetricRow, type SliceRow, shortStyle } from '@reportcard/renderer-kit';
import type { DeckModel } from './deck-model.ts';
import { heatLevel } from './heat.ts';

/** Head of a column. */
export interface HeatColumn {
  readonly label: string;
  /** Target, or the overall value where there is none. */
  readonly reference: string;
}

/** `level` 0–4 is the colour; `text` is printed as short as the style allows. */
export interface HeatCell {
  readonly text: string;
  readonly level: number;
}

export interface HeatRow {
  readonly name: string;
  readonly n: number;
  readonly small: boolean;
  readonly cells: readonly HeatCell[];
}

export interface HeatTable {
  readonly columns: readonly HeatColumn[];
  readonly rows: readonly HeatRow[];
  /** True when no column has a target, so that colours are relative to the overall values. */
  readonly against_overall: boolean;
}

const PREFERRED = [
  'hit@5',
  'recall@5',
  'mrr@10',
  'faithfulness',
  'answer_relevancy',
  'answer_correctness',
  'context_precision',
  'context_recall',
  'false_refusal_rate',
  'wrong_answer_rate',
  'ttft_p50_ms',
];
const MOST_COLUMNS = 10;

/** Metrics with a value that a heat table shows: the headline metric first, then in a fixed order, at most ten. */
export function pickHeatMetrics(model: DeckModel): readonly MetricRow[] {
  const { report } = model;
  const headline = report.headline_metric === null ? [] : [report.headline_metric.id];
  const ids = new Set([...headline, ...PREFERRED, ...report.slice_metrics.map((row) => row.id)]);
  const rows = [...ids].flatMap((id) => report.by_id[id] ?? []);
  return rows.filter((row) => row.value !== null).slice(0, MOST_COLUMNS);
}

/** A value as short as a narrow column needs: `59%`, `0.61`, `1.1s`. */
export function formatShort(value: number | null, row: MetricRow): string {
  if (value !== null && row.style.kind === 'ms' && Math.abs(value) >= 1000) return `${(value / 1000).toFixed(1)}s`;
  return formatValue(value, shortStyle(row.style));
}

function createColumn(model: DeckModel, row: MetricRow): HeatColumn {
  const { target } = row;
  const reference =
    target === null
      ? model.messages.text('table.overall', { value: formatShort(row.value, row) })
      : formatTarget(target.kind, target.threshold, shortStyle(row.style));
  return { label: row.label, reference };
}

/** Cells of one slice against targets, else against the overall values. */
export function createHeatRow(row: SliceRow, metrics: readonly MetricRow[]): HeatRow {
  return {
    name: row.label,
    n: row.n_total,
    small: row.small,
    cells: metrics.map((metric) => {
      const cell = row.cells[metric.id];
      const value = cell?.value ?? null;
      const reference = cell?.target?.threshold ?? metric.target?.threshold ?? metric.value;
      return { text: formatShort(value, metric), level: heatLevel(value, reference, metric.info.higher_is_better) };
    }),
  };
}

/** Height of a row in pixels: few rows are set further apart, so that a page is not left half empty. */
export function heatRowHeight(rows: number): number {
  return Math.max(21, Math.min(34, Math.floor(430 / Math.max(1, rows)) - 3));
}

/** Slices × metrics with a colour for how far each value falls short. */
export function createHeatTable(model: DeckModel, rows: readonly SliceRow[]): HeatTable {
  const metrics = pickHeatMetrics(model);
  return {
    columns: metrics.map((row) => createColumn(model, row)),
    rows: rows.map((row) => createHeatRow(row, metrics)),
    against_overall: metrics.every((row) => row.target === null),
  };
}
