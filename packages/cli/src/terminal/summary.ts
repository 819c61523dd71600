import {
  createMessages,
  createReportModel,
  type MetricRow,
  type RenderInput,
  type ReportModel,
  type SliceRow,
} from '@reportcard/renderer-kit';
import type { GateReport, ScoresFile } from '@reportcard/report-schema';
import { displayWidth } from './display-width.ts';

const WORST = 5;
const HEADS = {
  en: {
    metric: 'metric',
    value: 'value',
    interval: '95 % interval',
    n: 'n',
    missing: 'missing',
    worst: 'weakest second-level intents by',
    few: 'few samples',
    notMeasured: 'not measured',
  },
  'zh-CN': {
    metric: '指标',
    value: '数值',
    interval: '95% 置信区间',
    n: 'n',
    missing: '缺失',
    worst: '最弱的二级意图，按',
    few: '样本少',
    notMeasured: '未测',
  },
} as const;

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

function formatTable(rows: readonly (readonly string[])[]): string[] {
  const columns = rows[0]?.length ?? 0;
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => displayWidth(row[column] ?? ''))),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function describeMissing(row: MetricRow): string {
  return row.n_missing === 0 ? '' : String(row.n_missing);
}

function metricLines(rows: readonly MetricRow[], heads: (typeof HEADS)['en' | 'zh-CN']): string[] {
  const body = rows.map((row) => [
    row.label,
    row.shown.value,
    row.shown.ci95,
    String(row.n_scored),
    describeMissing(row),
  ]);
  return formatTable([[heads.metric, heads.value, heads.interval, heads.n, heads.missing], ...body]);
}

function sliceLines(model: ReportModel, heads: (typeof HEADS)['en' | 'zh-CN']): string[] {
  const metric = model.headline_metric;
  if (metric === null) return [];
  const scored = model.l2.filter((row: SliceRow) => (row.cells[metric.id]?.value ?? null) !== null).slice(0, WORST);
  if (scored.length === 0) return [];
  const body = scored.map((row) => [
    row.label,
    row.cells[metric.id]?.text ?? '',
    `n=${row.n_scored}`,
    row.small ? `⚑ ${heads.few}` : '',
  ]);
  return ['', `${heads.worst} ${metric.label}:`, ...formatTable(body)];
}

/** The scores of a run as a table for the terminal: each number with its n, then the weakest second-level intents. */
export function formatSummary(scores: ScoresFile, locale: 'zh-CN' | 'en', gate?: GateReport): string[] {
  const input: RenderInput = {
    scores,
    scores_sha256: '0'.repeat(64),
    failures: [],
    ...(gate === undefined ? {} : { gate }),
  };
  const model = createReportModel(input, createMessages(locale));
  const heads = HEADS[locale];
  const measured = model.metrics.filter((row) => row.n_scored > 0);
  const unmeasured = model.metrics.filter((row) => row.n_scored === 0).map((row) => row.label);
  const rest = unmeasured.length === 0 ? [] : ['', `${heads.notMeasured}: ${unmeasured.join(', ')}`];
  return [...metricLines(measured, heads), ...sliceLines(model, heads), ...rest];
}
