import {
  createRecord,
  createSampleId,
  findVaryingFields,
  getOwn,
  type MetricInfo,
  parseScores,
  type RunRecord,
  type SampleScores,
  type ScoreState,
  type ScoresFile,
} from '@reportcard/report-schema';
import type { ExportInput, ImportFile } from '../src/index.ts';
import { findExporter } from '../src/index.ts';
import { memoryFile, type ReadImport } from './import-fixture.ts';

const RAGAS_INFO: MetricInfo = {
  label: 'RAGAS',
  group: 'ragas',
  unit: 'ratio',
  higher_is_better: true,
  aggregate: 'mean',
};

function toSampleScores(record: RunRecord, states: Readonly<Record<string, ScoreState>>): SampleScores {
  const {
    query_id,
    query_mode,
    unit_id,
    pass,
    intent_l1,
    intent_l2,
    difficulty,
    requires_rag,
    should_refuse,
    final_status,
    labels,
  } = record;
  const scores = createRecord<number | null>();
  const unscored = createRecord<SampleScores['unscored'][string]>();
  for (const [metric, { value, status, code }] of Object.entries(states)) {
    if (status === 'ok') scores[metric] = value;
    else unscored[metric] = code === undefined ? { status } : { status, code };
  }
  return {
    query_id,
    query_mode,
    unit_id,
    pass,
    intent_l1,
    intent_l2,
    difficulty,
    requires_rag,
    should_refuse,
    final_status,
    labels,
    failure_reasons: [],
    scores,
    unscored,
    inputs_sha256: '0'.repeat(64),
    case_sha256: '0'.repeat(64),
  };
}

/** The states of a sample, absent ones as `score` fills them. */
export function statesOf(read: ReadImport, index: number): Record<string, ScoreState> {
  const missing: ScoreState = { value: null, status: 'judge_error', code: 'import_missing' };
  return Object.fromEntries(
    read.result.scored_metrics.map((metric) => [metric, read.scores[index]?.[metric] ?? missing]),
  );
}

/** A `_scores.json` with nothing but the imported scores, as `score` would write it for them. */
function toScores(read: ReadImport): ScoresFile {
  const metrics = createRecord(
    read.result.scored_metrics.map(
      (metric) => [metric, getOwn(read.result.metric_info, metric) ?? RAGAS_INFO] as const,
    ),
  );
  const varying = findVaryingFields(read.records);
  const perSample = createRecord(
    read.records.map(
      (record, index) => [createSampleId(record, varying), toSampleScores(record, statesOf(read, index))] as const,
    ),
  );
  const block = createRecord<number | null>(Object.keys(metrics).map((metric) => [metric, null]));
  const groups = { overall: {}, by_intent_l1: {}, by_intent_l2: {}, by_label: {} };
  return parseScores({
    schema_version: 1,
    meta: {
      run_id: 'run',
      dataset: { name: 'set', n_samples: read.records.length },
      query_modes: [...new Set(read.records.map(({ query_mode }) => query_mode))],
      status: {},
      policies: { dedupe: 'first', quantile: 7, fallback_phrases: [] },
      volatile: { created_at: '2026-06-01T00:00:00Z' },
    },
    metrics,
    overall: block,
    by_intent_l1: {},
    by_intent_l2: {},
    stats: groups,
    failures: { n_failed: 0, n_total: read.records.length, by_reason: {}, combinations: [] },
    per_sample: perSample,
  });
}

/** An import as something to export. */
function toExportInput(read: ReadImport): ExportInput {
  return {
    runId: 'run',
    scores: toScores(read),
    meta: null,
    async *records() {
      yield* read.records;
    },
  };
}

/** The files an exporter writes, in memory. */
export async function exportFiles(
  read: ReadImport,
  format: string,
): Promise<{ files: ImportFile[]; texts: string[]; notes: readonly string[] }> {
  const exported = findExporter(format).export(toExportInput(read));
  const files: ImportFile[] = [];
  const texts: string[] = [];
  for (const { name, body } of exported.files) {
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece);
    const bytes = Buffer.concat(pieces);
    files.push(memoryFile(name, bytes));
    texts.push(bytes.toString('utf8'));
  }
  return { files, texts, notes: exported.notes() };
}
