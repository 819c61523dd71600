import {
  BenchmarkInfoSchema,
  type EvaluationScore,
  getOwn,
  type RunRecord,
  refuseNonFinite,
  type SampleScores,
  type ScoresFile,
} from '@reportcard/report-schema';
import { type Exporter, type ExportInput, readExportedSamples } from './exporter.ts';

function toScores(scores: SampleScores | undefined, metrics: readonly string[]): EvaluationScore[] {
  if (scores === undefined) return [];
  return metrics.map((name): EvaluationScore => {
    const value = getOwn(scores.scores, name) ?? null;
    if (value !== null) return { name, value, passed: null, metadata: {} };
    const { status = 'missing_input', code } = getOwn(scores.unscored, name) ?? {};
    return {
      name,
      value: null,
      passed: null,
      metadata: { skipped: true, status, ...(code === undefined ? {} : { code }) },
    };
  });
}

/** What the report's format has no place for: the case as it was asked, and how the answer was recorded. */
function toMetadata(record: RunRecord): Record<string, unknown> {
  const { reference, reference_answers, reference_doc_ids, reference_doc_ids_nice, reference_contexts, evidence } =
    record;
  const { intent_l1, intent_l2, difficulty, requires_rag, should_refuse, labels } = record;
  return {
    ...record.metadata,
    benchmark_run_unit: record.unit_id,
    knowledge_base_name: record.knowledge_base_name,
    final_status: record.final_status,
    first_token_ms: record.first_token_ms,
    predicted_intent: record.predicted_intent,
    not_recorded: record.not_recorded,
    attempts: record.attempts,
    started_at: record.started_at,
    pass: record.pass,
    case: {
      reference,
      reference_answers,
      reference_doc_ids,
      reference_doc_ids_nice,
      reference_contexts,
      evidence,
      intent_l1,
      intent_l2,
      difficulty,
      requires_rag,
      should_refuse,
      labels,
    },
  };
}

function toCaseResult(record: RunRecord, scores: SampleScores | undefined, metrics: readonly string[]): unknown {
  return {
    case_id: record.query_id,
    query: record.user_input,
    query_mode: record.query_mode,
    scores: toScores(scores, metrics),
    response: record.response,
    latency_ms: record.latency_ms,
    error: record.error,
    metadata: toMetadata(record),
  };
}

function summarize(scores: ScoresFile | null): Record<string, number | null> {
  const modes = Object.entries(scores?.by_query_mode ?? {});
  if (modes.length < 2) return { ...scores?.overall };
  return Object.fromEntries(
    modes.flatMap(([mode, groups]) =>
      Object.entries(groups.overall).map(([metric, value]) => [`${mode}.${metric}`, value]),
    ),
  );
}

function createHead(input: ExportInput): Record<string, unknown> {
  const { meta, scores, runId } = input;
  const benchmark = meta?.benchmark ?? { name: meta?.dataset.name ?? scores?.meta.dataset.name ?? runId };
  return {
    schema_version: '1',
    report_id: runId,
    report_key: null,
    benchmark: BenchmarkInfoSchema.parse(benchmark),
    knowledge_base_name: meta?.run_units[0]?.knowledge_base_name ?? null,
    knowledge_base_manifest:
      meta === null || meta.knowledge_base_manifests.length === 0
        ? null
        : { knowledge_bases: meta.knowledge_base_manifests },
    recipe_manifest: meta?.recipe_manifest ?? null,
    query_modes: meta?.query_modes ?? scores?.meta.query_modes ?? ['default'],
    score_summary: summarize(scores),
    started_at: meta?.recorded_at ?? meta?.imported_at ?? null,
    finished_at: meta?.finished_at ?? null,
    metadata: { run_id: runId, run_units: meta?.run_units ?? [], environment: meta?.environment ?? {} },
  };
}

async function* formatReport(input: ExportInput): AsyncGenerator<string> {
  const metrics = Object.keys(input.scores?.metrics ?? {});
  yield `${JSON.stringify(createHead(input), refuseNonFinite).slice(0, -1)},"case_results":[`;
  let separator = '\n';
  for await (const { record, scores } of readExportedSamples(input)) {
    yield `${separator}${JSON.stringify(toCaseResult(record, scores, metrics), refuseNonFinite)}`;
    separator = ',\n';
  }
  yield '\n]}\n';
}

/** An evaluation report in Heta's format, with all scores; why one is missing stands in its metadata. */
export const hetaExporter: Exporter = {
  format: 'heta',
  title: 'an evaluation report of Heta, JSON',
  export: (input) => ({
    files: [{ name: 'report.json', media_type: 'application/json', body: formatReport(input) }],
    notes: () => [],
  }),
};
