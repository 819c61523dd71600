import { createFailureRules, type FailureRule } from '@reportcard/failures';
import { deriveMetrics } from '@reportcard/metrics';
import {
  createRecord,
  createSampleId,
  formatScores,
  type MetricInfo,
  type SampleInfo,
  type ScoreCell,
  type ScoresFile,
  type ScoresMeta,
  ScoresMetaSchema,
  ScoreTable,
} from '@reportcard/report-schema';
import { reaggregate } from '../src/index.ts';

export const RULES: readonly FailureRule[] = createFailureRules();

function info({ label, ...init }: Partial<MetricInfo> & { label: string }): MetricInfo {
  return { label, group: 'own', unit: 'ratio', higher_is_better: true, aggregate: 'mean', ...init };
}

/** Two own metrics, a derived one and three that a human may score. */
export const METRICS: Readonly<Record<string, MetricInfo>> = createRecord([
  ['hit@5', info({ label: 'Hit@5' })],
  ['incorrect_answer_rate', info({ label: 'Incorrect answers', higher_is_better: false })],
  ['ttft_p50_ms', info({ label: 'TTFT P50', unit: 'ms', higher_is_better: false, aggregate: 'p50' })],
  ['faithfulness', info({ label: 'Faithfulness', group: 'ragas' })],
  ['answer_correctness', info({ label: 'Answer correctness', group: 'ragas' })],
  ['context_recall', info({ label: 'Context recall', group: 'ragas' })],
]);

/** What a test says of one sample: a number is a scored cell, anything else as it is; what is not named is 1. */
export interface SampleSpec extends Partial<Omit<SampleInfo, 'sample_id'>> {
  readonly scores?: Readonly<Record<string, number | ScoreCell>>;
}

/** 64 hex digits that differ with the text. */
export function hashOf(text: string): string {
  return `abc${Buffer.from(text, 'utf8').toString('hex')}${'0'.repeat(64)}`.slice(0, 64);
}

function toCell(score: number | ScoreCell | undefined): ScoreCell {
  return typeof score === 'object' ? score : { value: score ?? 1, status: 'ok' };
}

/** A table out of samples by query id, in the order given. */
export function buildTable(
  samples: readonly (readonly [string, SampleSpec])[],
  metrics: Readonly<Record<string, MetricInfo>> = METRICS,
): ScoreTable {
  const table = new ScoreTable();
  for (const metric of Object.keys(metrics)) table.addMetric(metric);
  const modes = new Set(samples.map(([, spec]) => spec.query_mode ?? 'default'));
  for (const [queryId, { scores = {}, ...spec }] of samples) {
    const key = { query_id: queryId, query_mode: 'default', unit_id: null, pass: 0 };
    const sample = {
      ...key,
      intent_l1: 'SUPPORT',
      intent_l2: 'S1',
      difficulty: null,
      requires_rag: true,
      should_refuse: false,
      final_status: 'success' as const,
      labels: createRecord<string>(),
      inputs_sha256: hashOf(queryId),
      case_sha256: hashOf(queryId),
      ...spec,
    };
    const sample_id = createSampleId(sample, { mode: modes.size > 1, unit: false, pass: false });
    const row = table.addSample({ sample_id, ...sample });
    for (const metric of Object.keys(metrics)) table.set(row, metric, toCell(scores[metric]));
    deriveMetrics(table, row);
  }
  return table;
}

export function buildMeta(table: ScoreTable, changes: Readonly<Record<string, unknown>> = {}): ScoresMeta {
  return ScoresMetaSchema.parse({
    run_id: 'v1_20260601_143022',
    dataset: { name: 'shop', n_samples: table.length },
    query_modes: ['default'],
    status: {},
    policies: { dedupe: 'first', quantile: 7, fallback_phrases: [] },
    volatile: { created_at: '2026-06-01T06:30:22.104Z' },
    ...changes,
  });
}

/** The automatic `_scores.json` of the samples, as scoring makes it. */
export function buildScores(
  samples: readonly (readonly [string, SampleSpec])[],
  meta: Readonly<Record<string, unknown>> = {},
  metrics: Readonly<Record<string, MetricInfo>> = METRICS,
): ScoresFile {
  const table = buildTable(samples, metrics);
  return reaggregate({ table, metrics, meta: buildMeta(table, meta), rules: RULES });
}

/** The text of a `_scores.json`. */
export function textOf(scores: ScoresFile): string {
  return [...formatScores(scores)].join('');
}
