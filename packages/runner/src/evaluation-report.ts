import {
  BenchmarkInfoSchema,
  type EvaluationCaseResult,
  type EvaluationReport,
  type EvaluationScore,
  type RunMeta,
  type RunRecord,
} from '@reportcard/report-schema';
import { readEvaluationScores } from './evaluation-scores.ts';
import type { JsonObject } from './knowledge-base.ts';
import { summarizeScores } from './score-summary.ts';

/** What an evaluation report is called and what it is about. */
export interface AssembleOptions {
  readonly report_id: string;
  /** Key under which the report is stored; null for one in memory only. */
  readonly report_key?: string | null | undefined;
  /** Base name of the knowledge bases; by default the first one of the records, without its unit. */
  readonly knowledge_base_name?: string | undefined;
  /** Scores of a record; by default the ones its evaluators left in `metadata.evaluation_scores`. */
  readonly scoresOf?: ((record: RunRecord) => readonly EvaluationScore[]) | undefined;
  /** Further entries of the report's `metadata`. */
  readonly metadata?: JsonObject | undefined;
}

function toCaseResult(record: RunRecord, scores: readonly EvaluationScore[]): EvaluationCaseResult {
  const { evaluation_scores: _scores, ...metadata } = record.metadata;
  return {
    case_id: record.query_id,
    query: record.user_input,
    query_mode: record.query_mode,
    scores: [...scores],
    response: record.response,
    latency_ms: record.latency_ms,
    error: record.error,
    metadata: {
      ...metadata,
      benchmark_run_unit: record.unit_id,
      knowledge_base_name: record.knowledge_base_name,
      final_status: record.final_status,
      first_token_ms: record.first_token_ms,
      predicted_intent: record.predicted_intent,
      not_recorded: record.not_recorded,
      attempts: record.attempts,
      started_at: record.started_at,
      pass: record.pass,
    },
  };
}

function manifestOf(meta: RunMeta): EvaluationReport['knowledge_base_manifest'] {
  const [first, ...others] = meta.knowledge_base_manifests;
  if (first === undefined) return null;
  return others.length === 0 ? first : { knowledge_bases: meta.knowledge_base_manifests };
}

function baseNameOf(meta: RunMeta, records: readonly RunRecord[]): string | null {
  const [unit, ...others] = meta.run_units;
  const name = unit?.knowledge_base_name ?? records[0]?.knowledge_base_name ?? null;
  if (unit === undefined || name === null || (others.length === 0 && !name.endsWith(`-${unit.unit_id}`))) return name;
  return name.endsWith(`-${unit.unit_id}`) ? name.slice(0, -unit.unit_id.length - 1) : name;
}

/** Heta's report of a finished run (DESIGN §4.5): one case result a record, in the records' order, and the means of their scores. */
export function assembleEvaluationReport(
  records: Iterable<RunRecord>,
  meta: RunMeta,
  options: AssembleOptions,
): EvaluationReport {
  const all = [...records];
  const scoresOf = options.scoresOf ?? readEvaluationScores;
  const results = all.map((record) => toCaseResult(record, scoresOf(record)));
  return {
    schema_version: '1',
    report_id: options.report_id,
    report_key: options.report_key ?? null,
    benchmark: BenchmarkInfoSchema.parse(meta.benchmark ?? { name: meta.dataset.name, version: meta.dataset.version }),
    knowledge_base_name: options.knowledge_base_name ?? baseNameOf(meta, all),
    knowledge_base_manifest: manifestOf(meta),
    recipe_manifest: meta.recipe_manifest,
    query_modes: meta.query_modes,
    score_summary: summarizeScores(results, meta.query_modes),
    case_results: results,
    started_at: meta.recorded_at,
    finished_at: meta.finished_at,
    metadata: {
      run_id: meta.run_id,
      configuration: meta.runner,
      environment: meta.environment,
      ...options.metadata,
      run_units: meta.run_units.map(({ unit_id, document_ids, case_ids, knowledge_base_name, metadata }) => ({
        unit_id,
        document_ids: document_ids ?? [],
        case_ids: case_ids ?? [],
        metadata,
        knowledge_base_name,
      })),
    },
  };
}
