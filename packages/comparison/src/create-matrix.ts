import {
  countSamples,
  createRecord,
  getOwn,
  type MetricInfo,
  nearestName,
  ReportcardError,
  type ScoresFile,
  type TextRecord,
} from '@reportcard/report-schema';
import { findBest } from './find-best.ts';
import { type MatrixCell, splitModes } from './matrix-cell.ts';
import { markParetoFront } from './pareto.ts';

/** Which columns a matrix has and what its Pareto front weighs. */
export interface MatrixOptions {
  /** Columns; by default the main ones that were measured. */
  readonly metrics?: readonly string[] | undefined;
  /** Quality of the Pareto front; by default the first of answer_correctness, faithfulness, hit@5 that was measured. */
  readonly quality?: string | undefined;
  /** What quality is set against; by default the first measured latency. */
  readonly against?: string | undefined;
  readonly seed?: string | undefined;
}

/** One recipe on one benchmark in one query mode. */
export interface MatrixRow {
  readonly run_id: string;
  readonly recipe: string;
  readonly benchmark: string;
  readonly query_mode: string;
  readonly n_samples: number;
  readonly values: TextRecord<number | null>;
  /** Scored samples by metric. */
  readonly n: TextRecord<number>;
  readonly ci95: TextRecord<readonly [number | null, number | null] | null>;
  /** Metrics in which the row is better than every other of its benchmark beyond noise. */
  readonly best: readonly string[];
  /** On the Pareto front of its benchmark; null where quality or cost is missing. */
  readonly pareto: boolean | null;
}

/** Recipes × benchmarks × query modes. */
export interface Matrix {
  readonly schema_version: 1;
  readonly metrics: TextRecord<MetricInfo>;
  /** Metrics of the Pareto front; null where nothing was measured. */
  readonly quality: string | null;
  readonly against: string | null;
  /** By benchmark in first-seen order, then in the order of the runs. */
  readonly rows: readonly MatrixRow[];
}

const MAIN_METRICS: readonly string[] = [
  'hit@5',
  'mrr@10',
  'faithfulness',
  'answer_relevancy',
  'answer_correctness',
  'context_precision',
  'context_recall',
  'ttft_p50_ms',
  'latency_p95_ms',
];
const QUALITIES: readonly string[] = ['answer_correctness', 'faithfulness', 'hit@5', 'mrr@10', 'beir_ndcg@10'];
const COSTS: readonly string[] = ['latency_p50_ms', 'ttft_p50_ms', 'latency_mean_ms', 'ttft_mean_ms'];

/**
 * Puts runs side by side. A value is marked as best only when paired tests, corrected for their number, find it better
 * than every other of the same benchmark. Throws a `usage` error for a metric that no run has.
 */
export function createMatrix(runs: readonly ScoresFile[], options: MatrixOptions = {}): Matrix {
  const known = createRecord(runs.flatMap((run) => Object.entries(run.metrics)));
  const cells = sortByBenchmark(runs.flatMap(splitModes));
  const isMeasured = (metric: string): boolean => cells.some((cell) => (getOwn(cell.values, metric) ?? null) !== null);
  const names = options.metrics ?? pickColumns(Object.keys(known), isMeasured);
  const metrics = createRecord(names.map((metric): [string, MetricInfo] => [metric, requireMetric(known, metric)]));
  const quality = options.quality ?? QUALITIES.find(isMeasured) ?? null;
  const against = options.against ?? COSTS.find(isMeasured) ?? null;
  const best = findAllBest(cells, metrics, options.seed ?? 'matrix');
  const pareto = markFronts(cells, known, quality, against);
  const rows = cells.map((cell, i) => createRow(cell, names, best.get(cell) ?? [], pareto[i] ?? null));
  return { schema_version: 1, metrics, quality, against, rows };
}

/** The main metrics that were measured, else all that were. */
function pickColumns(all: readonly string[], isMeasured: (metric: string) => boolean): string[] {
  const main = MAIN_METRICS.filter((metric) => all.includes(metric) && isMeasured(metric));
  return main.length > 0 ? main : all.filter(isMeasured);
}

function requireMetric(known: Readonly<Record<string, MetricInfo>>, metric: string): MetricInfo {
  const info = getOwn(known, metric);
  if (info !== undefined) return info;
  const nearest = nearestName(metric, Object.keys(known));
  throw new ReportcardError({
    code: 'usage',
    message: `none of the runs has a metric ${JSON.stringify(metric)}`,
    expected: `one of ${Object.keys(known).join(', ')}`,
    got: JSON.stringify(metric),
    ...(nearest === undefined ? {} : { hint: `did you mean ${JSON.stringify(nearest)}?` }),
  });
}

function sortByBenchmark(cells: readonly MatrixCell[]): MatrixCell[] {
  const benchmarks = [...new Set(cells.map((cell) => cell.benchmark))];
  return benchmarks.flatMap((benchmark) => cells.filter((cell) => cell.benchmark === benchmark));
}

function groupByBenchmark(cells: readonly MatrixCell[]): MatrixCell[][] {
  return [...new Set(cells.map((cell) => cell.benchmark))].map((benchmark) =>
    cells.filter((cell) => cell.benchmark === benchmark),
  );
}

function findAllBest(
  cells: readonly MatrixCell[],
  metrics: TextRecord<MetricInfo>,
  seed: string,
): Map<MatrixCell, string[]> {
  const best = new Map<MatrixCell, string[]>();
  for (const group of groupByBenchmark(cells)) {
    for (const [metric, info] of Object.entries(metrics)) {
      const cell = findBest(group, metric, info, seed);
      if (cell !== null) best.set(cell, [...(best.get(cell) ?? []), metric]);
    }
  }
  return best;
}

function markFronts(
  cells: readonly MatrixCell[],
  known: Readonly<Record<string, MetricInfo>>,
  quality: string | null,
  against: string | null,
): (boolean | null)[] {
  if (quality === null || against === null) return cells.map(() => null);
  const direction = (metric: string): 'up' | 'down' => (requireMetric(known, metric).higher_is_better ? 'up' : 'down');
  const directions = { quality: direction(quality), cost: direction(against) };
  return groupByBenchmark(cells).flatMap((group) =>
    markParetoFront(
      group.map((cell) => ({
        quality: getOwn(cell.values, quality) ?? null,
        cost: getOwn(cell.values, against) ?? null,
      })),
      directions,
    ),
  );
}

function createRow(
  cell: MatrixCell,
  names: readonly string[],
  best: readonly string[],
  pareto: boolean | null,
): MatrixRow {
  return {
    run_id: cell.scores.meta.run_id,
    recipe: cell.recipe,
    benchmark: cell.benchmark,
    query_mode: cell.query_mode,
    n_samples: countSamples(cell.scores),
    values: createRecord(names.map((metric) => [metric, getOwn(cell.values, metric) ?? null])),
    n: createRecord(names.map((metric) => [metric, getOwn(cell.stats, metric)?.n_scored ?? 0])),
    ci95: createRecord(names.map((metric) => [metric, getOwn(cell.stats, metric)?.ci95 ?? null])),
    best,
    pareto,
  };
}
