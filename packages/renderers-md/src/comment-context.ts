import {
  dimensionLabel,
  type Messages,
  type MetricRow,
  missesTarget,
  type ReportModel,
  type SliceRow,
} from '@reportcard/renderer-kit';
import type { TemplateContext } from './report-context.ts';
import { formatAlert } from './sections/alert.ts';
import { describeFailures } from './sections/failure-tables.ts';
import { createMetricTable } from './sections/metric-table.ts';
import { createSliceTable } from './sections/slice-table.ts';

const USUAL = ['hit@5', 'mrr@10', 'faithfulness', 'answer_correctness', 'false_refusal_rate', 'ttft_p50_ms'];
const MOST_SLICES = 5;
const SLICE_COLUMNS = 3;

/** The metrics of the comment: those with a target, else the usual few that have a value. */
function pickMetrics(model: ReportModel): readonly MetricRow[] {
  const aimed = model.metrics.filter((row) => row.target !== null);
  if (aimed.length > 0) return aimed;
  return USUAL.flatMap((id) => model.metrics.find((row) => row.id === id && row.value !== null) ?? []);
}

/** True for a slice that misses its target or, where there is none, is worse than the whole. */
function isWeak(row: SliceRow, headline: MetricRow): boolean {
  const cell = row.cells[headline.id];
  if (cell === undefined || cell.value === null) return false;
  if (cell.state !== 'none') return missesTarget(cell.state);
  if (headline.value === null) return false;
  return headline.info.higher_is_better ? cell.value < headline.value : cell.value > headline.value;
}

/** Builds the context of `report-comment.md.njk` from the view-model. */
export function createCommentContext(model: ReportModel, messages: Messages): TemplateContext {
  const headline = model.headline_metric;
  const rows = headline === null ? [] : model.l2.filter((row) => isWeak(row, headline)).slice(0, MOST_SLICES);
  const metrics = model.slice_metrics.slice(0, SLICE_COLUMNS);
  const name = dimensionLabel(messages, 'intent_l2');
  return {
    run: model.run,
    alert: formatAlert(model, messages),
    metrics: createMetricTable(pickMetrics(model), messages),
    headline_metric: headline?.label ?? '',
    worst: createSliceTable({ name, rows, metrics }, messages),
    failure_count: describeFailures(model.failures, messages),
    warnings: model.warnings,
  };
}
