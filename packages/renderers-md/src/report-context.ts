import {
  dimensionLabel,
  isGap,
  type Messages,
  type MetricRow,
  metricsOf,
  type ReportModel,
} from '@reportcard/renderer-kit';
import { BASELINE_ORDER, type MetricInfo, SMALL_N } from '@reportcard/report-schema';
import type { MdOptions } from './md-options.ts';
import { formatAlert } from './sections/alert.ts';
import { formatCase } from './sections/case-block.ts';
import { describeFailures, formatCauses } from './sections/failure-tables.ts';
import { createMetricTable } from './sections/metric-table.ts';
import { createAuditTable, createEffectTable, createOverrideTable, listStale } from './sections/review-tables.ts';
import {
  createFactTable,
  createMatrixTable,
  createModeTable,
  createPolicyTable,
  createRuleTable,
} from './sections/run-tables.ts';
import { formatSlices } from './sections/slice-table.ts';
import { createUnscoredTable, findMainCause } from './sections/unscored-table.ts';

/** What the templates see: tables, finished Markdown, and plain texts that still pass a filter. */
export type TemplateContext = Readonly<Record<string, unknown>>;

const BASELINE: readonly string[] = BASELINE_ORDER;

function createMetricTables(model: ReportModel, messages: Messages): TemplateContext {
  const own = metricsOf(model, 'own');
  const baseline = BASELINE.flatMap((id) => own.find((row) => row.id === id) ?? []);
  const further = own.filter((row) => !BASELINE.includes(row.id));
  const table = (group: MetricInfo['group']): unknown => createMetricTable(metricsOf(model, group), messages);
  return {
    own: createMetricTable(baseline, messages),
    further: createMetricTable(further, messages),
    ragas: table('ragas'),
    ragas_missing: explainMissing(model, metricsOf(model, 'ragas')),
    lexical: table('lexical'),
    evaluators: table('evaluator'),
  };
}

/** Why a group of metrics has no value at all; empty where one has. */
function explainMissing(model: ReportModel, rows: readonly MetricRow[]): string {
  if (rows.some((row) => row.value !== null)) return '';
  return findMainCause(model.unscored, new Set(rows.map((row) => row.id)));
}

function createSliceParts(model: ReportModel, limit: number, messages: Messages): TemplateContext {
  const format = (name: string, rows: ReportModel['l2']): string =>
    formatSlices({ name: dimensionLabel(messages, name), rows, metrics: model.slice_metrics }, limit, messages);
  const intents = [
    { name: 'intent_l1', rows: model.l1 },
    { name: 'intent_l2', rows: model.l2 },
  ].filter(({ rows }) => rows.length > 0);
  const labels = model.labels.filter(({ rows }) => rows.length > 0);
  return {
    headline_metric: model.headline_metric?.label ?? '',
    small_n: SMALL_N,
    intents: intents.map(({ name, rows }) => format(name, rows)),
    labels: labels.map(({ label, rows }) => ({ name: dimensionLabel(messages, label), body: format(label, rows) })),
  };
}

function createCaseParts(model: ReportModel, most: number, messages: Messages): TemplateContext {
  const judging = model.metrics.filter((row) => row.info.group !== 'own');
  const own = model.slice_metrics.filter((row) => row.info.unit === 'ratio' && !row.id.endsWith('_rate'));
  const shown = new Set([...own, ...judging].map((row) => row.id));
  const cases = model.cases.slice(0, most).map((view) => formatCase(view, shown, messages));
  return { cases, hidden_cases: most === 0 ? 0 : model.failures.n_failed - cases.length };
}

function createReviewParts(model: ReportModel, messages: Messages): TemplateContext {
  const { overrides } = model;
  return {
    overrides,
    effects: createEffectTable(model, messages),
    override_rows: createOverrideTable(model, messages),
    stale: listStale(model, messages).join('\n'),
    has_overrides: overrides.rows.length + overrides.stale.length + overrides.n_cleared > 0,
    audit: createAuditTable(model, messages),
  };
}

/** Builds the context of `report.md.njk` from the view-model. */
export function createReportContext(model: ReportModel, options: MdOptions, messages: Messages): TemplateContext {
  return {
    run: model.run,
    gate: model.gate,
    alert: formatAlert(model, messages),
    facts: createFactTable(model, messages),
    rules: createRuleTable(model, messages),
    warnings: model.warnings,
    ...createMetricTables(model, messages),
    ...createReviewParts(model, messages),
    ...createSliceParts(model, options.slices, messages),
    failure_count: describeFailures(model.failures, messages),
    causes: formatCauses(model.failures, messages),
    ...createCaseParts(model, options.cases, messages),
    gaps: createUnscoredTable(model.unscored.filter(isGap), messages),
    outside: createUnscoredTable(
      model.unscored.filter((row) => !isGap(row)),
      messages,
    ),
    matrix: createMatrixTable(model, messages),
    modes: createModeTable(model, messages),
    policies: createPolicyTable(model, messages),
  };
}
