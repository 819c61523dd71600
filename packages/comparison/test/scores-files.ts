import type { AggregateStats, MetricInfo, SampleScores, ScoresFile, ScoresMeta } from '@reportcard/report-schema';

export const RATIO: MetricInfo = { label: 'M', group: 'own', unit: 'ratio', higher_is_better: true, aggregate: 'mean' };
export const JUDGED: MetricInfo = { ...RATIO, group: 'ragas' };
export const MS: MetricInfo = { label: 'T', group: 'own', unit: 'ms', higher_is_better: false, aggregate: 'p50' };

/** A sample: its scores (null: unscored) and whatever else matters to the test. */
export interface Row extends Partial<Omit<SampleScores, 'scores'>> {
  readonly scores: Readonly<Record<string, number | null>>;
}

function sampleOf(id: string, { scores, ...known }: Row): SampleScores {
  return {
    query_id: id,
    query_mode: 'default',
    unit_id: null,
    pass: 0,
    intent_l1: null,
    intent_l2: null,
    difficulty: null,
    requires_rag: true,
    should_refuse: false,
    final_status: 'success',
    labels: {},
    inputs_sha256: `inputs of ${id}`,
    case_sha256: `case ${id}`,
    failure_reasons: [],
    unscored: {},
    ...known,
    scores: Object.fromEntries(Object.entries(scores).filter(([, value]) => value !== null)),
  };
}

function statsOf(n_scored: number, n_total: number): AggregateStats {
  return {
    n_total,
    n_eligible: n_total,
    n_scored,
    n_undefined: 0,
    n_not_applicable: 0,
    n_missing_input: n_total - n_scored,
    n_judge_error: 0,
    n_skipped: 0,
    n_manual: 0,
    coverage: n_total === 0 ? null : n_scored / n_total,
    bounds: null,
    sd: null,
    ci95: null,
    ci_method: 'none',
    judge_sd: null,
    n_repeats: 0,
    max_attainable: null,
    small_sample: n_scored < 10,
  };
}

/** What of a run matters to a test besides its samples. */
export interface RunFacts {
  readonly metrics?: Readonly<Record<string, MetricInfo>>;
  readonly overall?: Readonly<Record<string, number | null>>;
  readonly meta?: Partial<ScoresMeta>;
}

/** A `_scores.json` of some samples by id. */
export function scoresFile(runId: string, rows: Readonly<Record<string, Row>>, facts: RunFacts = {}): ScoresFile {
  const entries = Object.entries(rows);
  const metrics = facts.metrics ?? { m: RATIO };
  const values = (metric: string): number[] =>
    entries.flatMap(([, row]) => (typeof row.scores[metric] === 'number' ? [row.scores[metric]] : []));
  const meanOf = (metric: string): number | null =>
    values(metric).length === 0 ? null : values(metric).reduce((sum, value) => sum + value, 0) / values(metric).length;
  const names = Object.keys(metrics);
  return {
    schema_version: 1,
    meta: {
      run_id: runId,
      dataset: { name: 'shop', version: null, sha256: null, n_samples: entries.length },
      benchmark: null,
      recipe_manifest: null,
      query_modes: ['default'],
      l2_key: 'l2',
      recorded_at: null,
      status: {},
      judge: null,
      embedder: null,
      same_family: null,
      usage: {},
      profile: 'default',
      policies: { dedupe: 'first', quantile: 7, fallback_phrases: [] },
      warnings: [],
      manual_policy: 'manual_first',
      manual_overrides: 0,
      overrides: [],
      overrides_stale: [],
      overrides_cleared: 0,
      volatile: { created_at: '2026-06-01T00:00:00Z' },
      ...facts.meta,
    },
    metrics,
    overall: facts.overall ?? Object.fromEntries(names.map((metric) => [metric, meanOf(metric)])),
    overall_auto: {},
    by_intent_l1: {},
    by_intent_l2: {},
    by_label: {},
    stats: {
      overall: Object.fromEntries(names.map((metric) => [metric, statsOf(values(metric).length, entries.length)])),
      by_intent_l1: {},
      by_intent_l2: {},
      by_label: {},
    },
    failures: { n_failed: 0, n_total: entries.length, by_reason: {}, combinations: [] },
    answer_matrix: null,
    agreement: {},
    corrected: {},
    per_sample: Object.fromEntries(entries.map(([id, row]) => [id, sampleOf(id, row)])),
  };
}

/** A run of one metric `m`: one sample a value, `s0`, `s1`, … */
export function runOf(
  runId: string,
  values: readonly (number | null)[],
  known: Partial<Row> = {},
  facts: RunFacts = {},
): ScoresFile {
  const rows = values.map((value, i) => [`s${i}`, { ...known, scores: { m: value } }] as const);
  return scoresFile(runId, Object.fromEntries(rows), facts);
}
