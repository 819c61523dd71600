import { DERIVED_METRICS } from '@reportcard/metrics';
import {
  createRecord,
  getOwn,
  type MetricInfo,
  type Override,
  type ScoresFile,
  type ScoreTable,
  type TextRecord,
} from '@reportcard/report-schema';
import { aggregateTable } from '@reportcard/slices';

/** The automatic layer as it was measured before human scores went into the table. */
export interface AutomaticMeasure {
  readonly overall: TextRecord<number | null>;
  /** Derived metrics with their automatic cells in the rows that are about to change. */
  readonly derived: readonly { readonly row: number; readonly metric: string; readonly value: number | null }[];
}

/**
 * Measures the automatic overall values of the metrics that scores in these rows can change, directly or through a metric
 * derived from them; of the first query mode where there are several. `table` holds automatic scores.
 */
export function measureAutomatic(
  table: ScoreTable,
  changes: readonly { readonly row: number; readonly metric: string }[],
  scores: ScoresFile,
): AutomaticMeasure {
  const derivedMetrics = DERIVED_METRICS.map(({ id }) => id).filter((metric) => table.has(metric));
  const wanted = new Set([...changes.map(({ metric }) => metric), ...derivedMetrics]);
  const metrics = createRecord<MetricInfo>(Object.entries(scores.metrics).filter(([metric]) => wanted.has(metric)));
  const { query_modes, policies, l2_key } = scores.meta;
  const primary = query_modes.length > 1 ? query_modes[0] : undefined;
  const all = Uint32Array.from({ length: table.length }, (_, row) => row);
  const rows = all.filter((row) => primary === undefined || table.sample(row).query_mode === primary);
  const { overall } = aggregateTable(table, { metrics, quantile: policies.quantile, l2_key, rows });
  const derived = [...new Set(changes.map(({ row }) => row))].flatMap((row) =>
    derivedMetrics.map((metric) => ({ row, metric, value: table.get(row, metric).value })),
  );
  return { overall, derived };
}

/** The measured values of the metrics that the applied overrides did change, in report order. */
export function selectChanged(
  before: AutomaticMeasure,
  table: ScoreTable,
  applied: readonly Override[],
): TextRecord<number | null> {
  const changed = new Set(applied.map(({ metric }) => metric));
  for (const { row, metric, value } of before.derived) {
    if (table.get(row, metric).value !== value) changed.add(metric);
  }
  const metrics = Object.keys(before.overall).filter((metric) => changed.has(metric));
  return createRecord(metrics.map((metric) => [metric, getOwn(before.overall, metric) ?? null]));
}
