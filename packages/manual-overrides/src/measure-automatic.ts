import {
  createRecord,
  type MetricInfo,
  type ScoresFile,
  type ScoreTable,
  type TextRecord,
} from '@reportcard/report-schema';
import { aggregateTable } from '@reportcard/slices';

/**
 * The automatic overall values of the metrics that human scores changed, directly or through a metric derived from them;
 * of the first query mode where there are several.
 */
export function measureAutomatic(
  automatic: ScoreTable,
  effective: ScoreTable,
  scores: ScoresFile,
): TextRecord<number | null> {
  const { query_modes, policies, l2_key } = scores.meta;
  const metrics = createRecord<MetricInfo>(
    Object.entries(scores.metrics).filter(([metric]) => differs(automatic, effective, metric)),
  );
  const primary = query_modes.length > 1 ? query_modes[0] : undefined;
  const all = Uint32Array.from({ length: automatic.length }, (_, row) => row);
  const rows = all.filter((row) => primary === undefined || automatic.sample(row).query_mode === primary);
  return aggregateTable(automatic, { metrics, quantile: policies.quantile, l2_key, rows }).overall;
}

function differs(automatic: ScoreTable, effective: ScoreTable, metric: string): boolean {
  if (!automatic.has(metric)) return false;
  const [before, after] = [automatic.column(metric), effective.column(metric)];
  return after.manual.some(
    (manual, row) =>
      manual === 1 || before.statuses[row] !== after.statuses[row] || !Object.is(before.values[row], after.values[row]),
  );
}
