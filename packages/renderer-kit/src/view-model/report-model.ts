import {
  type AnswerMatrix,
  createRecord,
  getOwn,
  type MetricInfo,
  type ScoresFile,
  sampleKeys,
  type TextRecord,
  type TrendPoint,
  toRecord,
} from '@reportcard/report-schema';
import type { Messages } from '../messages/messages.ts';
import type { RenderInput } from '../render-input.ts';
import { type AuditRow, createAuditRows } from './audit-view.ts';
import { type CaseView, createCases } from './case-view.ts';
import { createFailureView, type FailureView } from './failure-view.ts';
import { freezeDeep } from './freeze.ts';
import { createGateView, type GateView } from './gate-view.ts';
import { createHeadline, type Headline } from './headline.ts';
import { pickHeadlineMetric, pickSliceMetrics } from './headline-metric.ts';
import { createMetricRow, type MetricRow } from './metric-row.ts';
import { createOverrideView, type OverrideView } from './override-view.ts';
import { listPolicies, type PolicyRow } from './policy-rows.ts';
import { createRunView, type RunView } from './run-facts.ts';
import { createSliceRows, findWeakest, type SliceInput, type SliceRow } from './slice-row.ts';
import { createTargetIndex, type TargetIndex } from './target.ts';
import { createUnscoredRows, type UnscoredRow } from './unscored.ts';
import { listWarnings } from './warnings.ts';

/** One query mode of a run with several. */
export interface ModeView {
  readonly mode: string;
  readonly metrics: readonly MetricRow[];
}

/** The model, its lists and their rows; freezing every cell of every slice would cost more than building them. */
const FROZEN_LEVELS = 3;

/** Everything a page about one run shows: numbers, texts in the reader's language, in reading order. Frozen. */
export interface ReportModel {
  readonly run: RunView;
  /** Null without rules. */
  readonly gate: GateView | null;
  readonly headline: Headline;
  /** All metrics in report order. */
  readonly metrics: readonly MetricRow[];
  readonly by_id: TextRecord<MetricRow>;
  /** The metric that slices are sorted by; null without metrics. */
  readonly headline_metric: MetricRow | null;
  /** Metrics a table of slices shows, the headline metric first. */
  readonly slice_metrics: readonly MetricRow[];
  /** Worst first. */
  readonly l1: readonly SliceRow[];
  readonly l2: readonly SliceRow[];
  readonly labels: readonly { readonly label: string; readonly rows: readonly SliceRow[] }[];
  /** The weakest second-level intent with enough samples; null where none is below target. */
  readonly weakest: SliceRow | null;
  readonly failures: FailureView;
  readonly cases: readonly CaseView[];
  readonly unscored: readonly UnscoredRow[];
  readonly overrides: OverrideView;
  readonly audit: readonly AuditRow[];
  readonly answer_matrix: AnswerMatrix | null;
  /** One entry a query mode; empty with a single mode. */
  readonly modes: readonly ModeView[];
  /** Runs up to this one, oldest first; empty when none were looked for. */
  readonly history: readonly TrendPoint[];
  readonly policies: readonly PolicyRow[];
  readonly warnings: readonly string[];
}

function createMetricRows(input: RenderInput, targets: TargetIndex, messages: Messages): readonly MetricRow[] {
  const { scores } = input;
  return Object.entries(scores.metrics).map(([id, info]) =>
    createMetricRow(
      {
        id,
        info,
        value: getOwn(scores.overall, id) ?? null,
        auto_value: getOwn(scores.overall_auto, id),
        stats: getOwn(scores.stats.overall, id),
        target: targets.overall(id),
        comparison: input.comparison,
      },
      messages,
    ),
  );
}

function createModes(scores: ScoresFile, messages: Messages): readonly ModeView[] {
  return Object.entries(scores.by_query_mode ?? {}).map(([mode, groups]) => ({
    mode,
    metrics: Object.entries(scores.metrics).map(([id, info]) =>
      createMetricRow(
        {
          id,
          info,
          value: getOwn(groups.overall, id) ?? null,
          stats: getOwn(groups.stats.overall, id),
          target: null,
        },
        messages,
      ),
    ),
  }));
}

function findParents(scores: ScoresFile): ReadonlyMap<string, string | null> {
  const parents = new Map<string, string | null>();
  for (const sample of sampleKeys(scores)) {
    const l2 = sample.intent_l2 ?? '';
    const key = scores.meta.l2_key === 'l2' ? l2 : `${sample.intent_l1 ?? ''}/${l2}`;
    if (!parents.has(key)) parents.set(key, sample.intent_l1);
  }
  return parents;
}

function copyHistory(history: readonly TrendPoint[]): readonly TrendPoint[] {
  return history.map((point) => ({ ...point, overall: toRecord(point.overall), n: toRecord(point.n) }));
}

interface KnownModel {
  readonly input: RenderInput;
  readonly messages: Messages;
  readonly model: ReportModel;
}

/** The model last made of these scores: several pages are made from the same input. */
const known = new WeakMap<ScoresFile, KnownModel>();

function isSameInput(a: RenderInput, b: RenderInput): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof RenderInput>;
  return [...keys].every((key) => a[key] === b[key]);
}

/**
 * The view-model of one run, frozen. Reads the input only; the same input and messages give an equal model, the same one
 * where it is asked for again.
 */
export function createReportModel(input: RenderInput, messages: Messages): ReportModel {
  const last = known.get(input.scores);
  if (last !== undefined && last.messages === messages && isSameInput(last.input, input)) return last.model;
  const model = buildReportModel(input, messages);
  known.set(input.scores, { input, messages, model });
  return model;
}

function buildReportModel(input: RenderInput, messages: Messages): ReportModel {
  const { scores } = input;
  const targets = createTargetIndex(input.gate);
  const metrics = createMetricRows(input, targets, messages);
  const byId: TextRecord<MetricRow> = createRecord(metrics.map((row) => [row.id, row]));
  const headlineId = pickHeadlineMetric(scores);
  const headlineMetric = headlineId === null ? null : (byId[headlineId] ?? null);
  const slices: SliceInput = {
    scores,
    headline: headlineId,
    targets,
    comparison: input.comparison,
    parents: findParents(scores),
  };
  const l2 = createSliceRows(slices, 'intent_l2', messages);
  const measure = headlineMetric && {
    id: headlineMetric.id,
    value: headlineMetric.value,
    higherIsBetter: headlineMetric.info.higher_is_better,
  };
  const weakest = findWeakest(l2, measure);
  const gate = createGateView(input.gate, scores, messages);
  const model: ReportModel = {
    run: createRunView(input, messages),
    gate,
    headline: createHeadline(gate, scores.meta.dataset.n_samples, headlineMetric, weakest, messages),
    metrics,
    by_id: byId,
    headline_metric: headlineMetric,
    slice_metrics: pickSliceMetrics(scores, headlineId).flatMap((id) => byId[id] ?? []),
    l1: createSliceRows(slices, 'intent_l1', messages),
    l2,
    labels: Object.keys(scores.by_label).map((label) => ({ label, rows: createSliceRows(slices, label, messages) })),
    weakest,
    failures: createFailureView(scores, input.comparison, messages),
    cases: createCases(input, messages),
    unscored: createUnscoredRows(scores, messages),
    overrides: createOverrideView(scores, messages),
    audit: createAuditRows(scores, messages),
    answer_matrix: structuredClone(scores.answer_matrix),
    modes: createModes(scores, messages),
    history: copyHistory(input.history ?? []),
    policies: listPolicies(scores.meta),
    warnings: listWarnings(input, l2, messages),
  };
  return freezeDeep(model, FROZEN_LEVELS);
}

/** Rows of one group, in report order. */
export function metricsOf(model: ReportModel, group: MetricInfo['group']): readonly MetricRow[] {
  return model.metrics.filter((row) => row.info.group === group);
}
