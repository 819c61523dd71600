import {
  createGateView,
  createReportModel,
  formatDay,
  type GateView,
  type Messages,
  type MetricRow,
  type RenderContext,
  type RenderInput,
  type ReportModel,
} from '@reportcard/renderer-kit';
import { type GateReport, getOwn, type TrendPoint } from '@reportcard/report-schema';
import { SLIDE_CATALOGUES } from '../messages/catalogues.ts';
import type { SlidesOptions } from '../options.ts';
import { addTargets } from './target-rules.ts';

/** Everything a slide may draw on. */
export interface DeckModel {
  readonly input: RenderInput;
  readonly options: SlidesOptions;
  readonly messages: Messages;
  /** The view-model, with the configured targets beside those of the gate. */
  readonly report: ReportModel;
  /** The gate as it was judged; null without rules: then no verdict is shown. */
  readonly gate: GateView | null;
  readonly gate_report: GateReport | null;
  /** Name of the deck. */
  readonly title: string;
  /** Day of the recording, else the day of rendering. */
  readonly day: string;
  /** Up to twelve runs, oldest first, this one last; shorter than two: no trend. */
  readonly runs: readonly TrendPoint[];
}

const MOST_RUNS = 12;

function currentPoint(input: RenderInput, report: ReportModel, now: Date): TrendPoint {
  const { meta } = input.scores;
  return {
    run_id: meta.run_id,
    at: meta.recorded_at ?? now.toISOString(),
    overall: input.scores.overall,
    n: Object.fromEntries(report.metrics.map((row) => [row.id, row.n_scored])),
    n_samples: meta.dataset.n_samples,
    dataset_sha256: meta.dataset.sha256,
  };
}

function listRuns(input: RenderInput, report: ReportModel, now: Date): readonly TrendPoint[] {
  const earlier = (input.history ?? []).filter((point) => point.run_id !== input.scores.meta.run_id);
  if (earlier.length === 0) return [];
  return [...earlier.slice(1 - MOST_RUNS), currentPoint(input, report, now)];
}

/** Puts a run into the form that slides read. */
export function createDeckModel(input: RenderInput, options: SlidesOptions, context: RenderContext): DeckModel {
  const own = context.messages.extend(SLIDE_CATALOGUES);
  const messages = own.extend({ [own.locale]: options.messages });
  const withTargets = addTargets(input.gate, options.targets, input.scores);
  const { gate: _, ...rest } = input;
  // texts of the deck alone are none of the model's, so that it is shared with the other pages
  const words = Object.keys(options.messages).length === 0 ? context.messages : messages;
  const report = createReportModel(withTargets === undefined ? rest : { ...rest, gate: withTargets }, words);
  const gate = createGateView(input.gate, input.scores, messages);
  return {
    input,
    options,
    messages,
    report,
    gate,
    gate_report: gate === null ? null : (input.gate ?? null),
    title: options.title ?? messages.text('deck.title'),
    day: formatDay(input.scores.meta.recorded_at ?? context.now.toISOString()),
    runs: listRuns(input, report, context.now),
  };
}

/** A metric's row; undefined when the scores do not name it. */
export function metricOf(model: DeckModel, id: string): MetricRow | undefined {
  return getOwn(model.report.by_id, id);
}

/** Values of a metric over the runs, oldest first. */
export function valuesOver(model: DeckModel, metric: string): (number | null)[] {
  return model.runs.map((point) => getOwn(point.overall, metric) ?? null);
}
