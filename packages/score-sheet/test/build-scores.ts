import {
  type MetricInfo,
  parseRunRecord,
  type RunRecord,
  type RunRecordIndex,
  type SampleScores,
  type ScoresFile,
  ScoresFileSchema,
} from '@reportcard/report-schema';

/** Builds the smallest valid `_scores.json` around the given samples and metrics. */
export function buildScores(
  samples: Readonly<Record<string, Partial<SampleScores>>>,
  metrics: Readonly<Record<string, Partial<MetricInfo>>> = { 'hit@5': {}, faithfulness: { group: 'ragas' } },
  meta: Readonly<Record<string, unknown>> = {},
): ScoresFile {
  return ScoresFileSchema.parse({
    schema_version: 1,
    meta: {
      run_id: 'v1_20260601_143022',
      dataset: { name: 'shop', version: null, sha256: null, n_samples: Object.keys(samples).length },
      query_modes: ['default'],
      status: {},
      policies: { dedupe: 'first', quantile: 7, fallback_phrases: [] },
      volatile: { created_at: '2026-06-01T06:30:22.104Z' },
      ...meta,
    },
    metrics: Object.fromEntries(
      Object.entries(metrics).map(([id, info]) => [
        id,
        { label: id, group: 'own', unit: 'ratio', higher_is_better: true, aggregate: 'mean', ...info },
      ]),
    ),
    overall: {},
    by_intent_l1: {},
    by_intent_l2: {},
    stats: { overall: {}, by_intent_l1: {}, by_intent_l2: {}, by_label: {} },
    failures: { n_failed: 0, n_total: 0, by_reason: {}, combinations: [] },
    per_sample: Object.fromEntries(
      Object.entries(samples).map(([id, sample]) => [
        id,
        {
          query_id: id,
          final_status: 'success',
          inputs_sha256: hashOf(id),
          case_sha256: hashOf(id),
          scores: {},
          ...sample,
        },
      ]),
    ),
  });
}

/** A stand-in for a SHA-256: 64 hex digits that differ with the id. */
export function hashOf(id: string): string {
  const digits = Buffer.from(id, 'utf8').toString('hex');
  return `abc${digits}${'0'.repeat(64)}`.slice(0, 64);
}

/** Records by sample id with the given question and answer. */
export function buildRecords(texts: Readonly<Record<string, { question: string; answer: string }>>): RunRecordIndex {
  const records = new Map<string, RunRecord>();
  for (const [id, { question, answer }] of Object.entries(texts)) {
    records.set(
      id,
      parseRunRecord({
        query_id: id,
        user_input: question,
        final_status: 'success',
        response: { mode: 'default', results: [], answer, citations: [], trace: [], metadata: {} },
      }),
    );
  }
  return { path: 'runs/v1.jsonl', get: (id) => records.get(id), line: () => undefined };
}
