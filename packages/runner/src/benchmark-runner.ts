import { createMemoryStore, type ObjectStore } from '@reportcard/object-store';
import {
  createRunId,
  type EvaluationReport,
  parseRunRecord,
  ReportcardError,
  type RunRecord,
  readJsonLines,
} from '@reportcard/report-schema';
import { SYSTEM_CLOCK } from './clock.ts';
import { assembleEvaluationReport } from './evaluation-report.ts';
import type { JsonObject } from './knowledge-base.ts';
import { persistReport } from './persist-report.ts';
import { recordBenchmark } from './record-benchmark.ts';
import type { RecordOptions, RecordResult } from './record-options.ts';
import { createReportKey, createSlug } from './slug.ts';

/** A recording plus where its Heta report goes. */
export interface BenchmarkRunOptions extends Omit<RecordOptions, 'store' | 'runId'> {
  /** Workspace of the run file; without one it is kept in memory while the run lasts. */
  readonly store?: ObjectStore | undefined;
  /** Default `<knowledge base name>_<date>_<time>`. */
  readonly runId?: string | undefined;
  /** Default: the run id. */
  readonly reportId?: string | undefined;
  /** Store of the report in place of the one the knowledge base or the recipe offers. */
  readonly reportStore?: ObjectStore | undefined;
  /** The report goes to `<reportPrefix>/<slug(report_id)>/report.json` instead of Heta's place. */
  readonly reportPrefix?: string | undefined;
  /** False returns the report in memory only. Default true. */
  readonly persistReport?: boolean | undefined;
  /** Further entries of the report's `metadata`. */
  readonly metadata?: JsonObject | undefined;
}

/** The report of a benchmark run, where it is kept, and the recording behind it. */
export interface BenchmarkRunResult {
  readonly report: EvaluationReport;
  /** Null when the report is in memory only. */
  readonly report_key: string | null;
  readonly report_store: ObjectStore | null;
  readonly recording: RecordResult;
}

async function readRecords(store: ObjectStore, key: string): Promise<RunRecord[]> {
  if (((await store.stat(key))?.size ?? 0) === 0) return [];
  const records: RunRecord[] = [];
  for await (const { line, value } of readJsonLines(store.read(key), { file: key }))
    records.push(parseRunRecord(value, { file: key, line }));
  return records;
}

function requireBenchmark(options: Partial<BenchmarkRunOptions>): BenchmarkRunOptions {
  const { benchmark } = options;
  if (benchmark !== undefined) return { ...options, benchmark };
  throw new ReportcardError({
    code: 'usage',
    message: 'a run needs a benchmark',
    expected: 'benchmark in the options of the runner or of run()',
  });
}

function nameOf(options: BenchmarkRunOptions): string {
  const manifestName = options.recipe?.manifest()['name'];
  return (
    options.knowledgeBaseName ??
    options.knowledgeBase?.name ??
    (typeof manifestName === 'string' && manifestName !== '' ? manifestName : 'knowledge_base')
  );
}

/**
 * Builds from a recipe, asks a benchmark's questions and assembles Heta's EvaluationReport. Options given to the constructor
 * are defaults of every `run`, so that one runner takes a recipe through many benchmarks, or a benchmark through many recipes.
 */
export class BenchmarkRunner {
  readonly #defaults: Partial<BenchmarkRunOptions>;

  constructor(defaults: Partial<BenchmarkRunOptions> = {}) {
    this.#defaults = defaults;
  }

  /** Throws like `recordBenchmark`, and a `usage` error when another report stands in the report's place. */
  async run(overrides: Partial<BenchmarkRunOptions> = {}): Promise<BenchmarkRunResult> {
    const options = requireBenchmark({ ...this.#defaults, ...overrides });
    const knowledgeBaseName = nameOf(options);
    const now = (options.clock ?? SYSTEM_CLOCK).now();
    const runId = options.runId ?? createRunId(createSlug(knowledgeBaseName), now);
    const reportId = options.reportId ?? runId;
    const store = options.store ?? createMemoryStore();
    createReportKey(knowledgeBaseName, reportId);
    const recording = await recordBenchmark({ ...options, store, runId, knowledgeBaseName });
    const reportStore =
      options.persistReport === false || recording.interrupted
        ? null
        : (options.reportStore ?? recording.knowledge_base_store ?? options.recipe?.store ?? null);
    const key =
      options.reportPrefix === undefined
        ? createReportKey(knowledgeBaseName, reportId)
        : `${options.reportPrefix.replace(/\/+$/, '')}/${createSlug(reportId)}/report.json`;
    const report = assembleEvaluationReport(await readRecords(store, recording.records_key), recording.meta, {
      report_id: reportId,
      report_key: reportStore === null ? null : key,
      knowledge_base_name: knowledgeBaseName,
      metadata: { ...options.metadata, benchmark_document_keys: recording.benchmark_document_keys },
    });
    if (reportStore !== null) await persistReport(reportStore, key, report);
    return { report, report_key: reportStore === null ? null : key, report_store: reportStore, recording };
  }
}
