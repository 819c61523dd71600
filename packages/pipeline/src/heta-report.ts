import type { ObjectStore } from '@reportcard/object-store';
import {
  type EvaluationCaseResult,
  type EvaluationReport,
  type EvaluationScore,
  getOwn,
  parseEvaluationReportLazily,
  parseJson,
  refuseNonFinite,
  type SampleScores,
  type ScoresFile,
} from '@reportcard/report-schema';
import { createSlug } from '@reportcard/runner';

const decoder = new TextDecoder();

/** Key of the Heta report that the recording of a run left in the workspace; null when there is none. */
export async function findHetaReport(store: ObjectStore, runId: string): Promise<string | null> {
  const ending = `/evaluations/${createSlug(runId)}/report.json`;
  for await (const key of store.list('_heta/knowledge_bases/')) if (key.endsWith(ending)) return key;
  return null;
}

function toScores(sample: SampleScores, metrics: readonly string[]): EvaluationScore[] {
  return metrics.map((name): EvaluationScore => {
    const value = getOwn(sample.scores, name);
    if (value !== undefined && value !== null) return { name, value, passed: null, metadata: {} };
    const why = getOwn(sample.unscored, name);
    return {
      name,
      value: null,
      passed: null,
      metadata: { skipped: true, status: why?.status ?? 'missing_input', code: why?.code ?? null },
    };
  });
}

/** Case, mode, unit and pass of a row, as one text that is equal for equal ones. */
function keyOf(queryId: string, mode: string, unit: unknown, pass: unknown): string {
  return JSON.stringify([queryId, mode, unit ?? null, pass ?? 0]);
}

function keyOfResult(result: EvaluationCaseResult): string {
  return keyOf(result.case_id, result.query_mode, result.metadata['benchmark_run_unit'], result.metadata['pass']);
}

function summarize(scores: ScoresFile): EvaluationReport['score_summary'] {
  const modes = Object.entries(scores.by_query_mode ?? {});
  if (modes.length < 2) return { ...scores.overall };
  return Object.fromEntries(
    modes.flatMap(([mode, groups]) =>
      Object.entries(groups.overall).map(([metric, value]) => [`${mode}.${metric}`, value]),
    ),
  );
}

/** A Heta report with the scores and the summary of a `_scores.json`; everything else stays. */
export function applyScoresToReport(report: EvaluationReport, scores: ScoresFile): EvaluationReport {
  const metrics = Object.keys(scores.metrics);
  const samples = new Map(
    Object.values(scores.per_sample).map((sample) => [
      keyOf(sample.query_id, sample.query_mode, sample.unit_id, sample.pass),
      sample,
    ]),
  );
  const results = report.case_results.map((result) => {
    const sample = samples.get(keyOfResult(result));
    return sample === undefined ? result : { ...result, scores: toScores(sample, metrics) };
  });
  return { ...report, case_results: results, score_summary: summarize(scores) };
}

/** Brings the Heta report of a run, if the recording left one, in line with its scores. */
export async function updateHetaReport(
  store: ObjectStore,
  runId: string,
  scores: ScoresFile,
): Promise<EvaluationReport | null> {
  const key = await findHetaReport(store, runId);
  const bytes = key === null ? null : await store.get(key);
  if (key === null || bytes === null) return null;
  const report = applyScoresToReport(
    await parseEvaluationReportLazily(parseJson(decoder.decode(bytes), { file: key }), { file: key }),
    scores,
  );
  await store.put(key, `${JSON.stringify(report, refuseNonFinite)}\n`);
  return report;
}
