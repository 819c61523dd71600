import type { AggregateStats, Comparison, MetricDifference, MetricInfo, ScoresHead } from '@reportcard/report-schema';

export const RATIO: MetricInfo = { label: 'M', group: 'own', unit: 'ratio', higher_is_better: true, aggregate: 'mean' };
export const MS: MetricInfo = { label: 'T', group: 'own', unit: 'ms', higher_is_better: false, aggregate: 'p50' };

/** Statistics of n scored samples and nothing else, with what matters to the test replaced. */
export function stats(n: number, known: Partial<AggregateStats> = {}): AggregateStats {
  const n_eligible = known.n_eligible ?? n;
  return {
    n_total: n_eligible,
    n_eligible,
    n_scored: n,
    n_undefined: 0,
    n_not_applicable: 0,
    n_missing_input: 0,
    n_judge_error: 0,
    n_skipped: 0,
    n_manual: 0,
    coverage: n_eligible === 0 ? null : n / n_eligible,
    bounds: null,
    sd: null,
    ci95: null,
    ci_method: 'none',
    judge_sd: null,
    n_repeats: 0,
    max_attainable: null,
    small_sample: n < 10,
    ...known,
  };
}

/** A metric of a run: its value, its statistics and its values by slice. */
export interface MetricFacts {
  readonly info?: MetricInfo;
  readonly value: number | null;
  readonly stats: AggregateStats;
  readonly l1?: Readonly<Record<string, number>>;
  readonly l2?: Readonly<Record<string, number>>;
  readonly label?: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

type Values = ScoresHead['by_intent_l1'];
type Stats = ScoresHead['stats']['by_intent_l1'];

/** The head of a `_scores.json` of run `v1` with these metrics. */
export function head(metrics: Readonly<Record<string, MetricFacts>>, known: Partial<ScoresHead> = {}): ScoresHead {
  const entries = Object.entries(metrics);
  const values = (pick: (facts: MetricFacts) => Readonly<Record<string, number>> | undefined): Values => {
    const slices: Values = {};
    for (const [metric, facts] of entries) {
      for (const [key, value] of Object.entries(pick(facts) ?? {})) slices[key] = { ...slices[key], [metric]: value };
    }
    return slices;
  };
  const statsOf = (slices: Values): Stats =>
    Object.fromEntries(
      Object.entries(slices).map(([key, block]) => [
        key,
        Object.fromEntries(Object.keys(block).map((metric) => [metric, stats(20)])),
      ]),
    );
  const l1 = values((facts) => facts.l1);
  const l2 = values((facts) => facts.l2);
  const names = [...new Set(entries.flatMap(([, facts]) => Object.keys(facts.label ?? {})))];
  const labels = Object.fromEntries(names.map((name) => [name, values((facts) => facts.label?.[name])]));
  return {
    schema_version: 1,
    meta: {
      run_id: 'v1',
      dataset: { name: 'd', version: null, sha256: null, n_samples: 20 },
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
    },
    metrics: Object.fromEntries(entries.map(([metric, facts]) => [metric, facts.info ?? RATIO])),
    overall: Object.fromEntries(entries.map(([metric, facts]) => [metric, facts.value])),
    overall_auto: {},
    by_intent_l1: l1,
    by_intent_l2: l2,
    by_label: labels,
    stats: {
      overall: Object.fromEntries(entries.map(([metric, facts]) => [metric, facts.stats])),
      by_intent_l1: statsOf(l1),
      by_intent_l2: statsOf(l2),
      by_label: Object.fromEntries(Object.entries(labels).map(([name, slices]) => [name, statsOf(slices)])),
    },
    failures: { n_failed: 0, n_total: 20, by_reason: {}, combinations: [] },
    answer_matrix: null,
    agreement: {},
    corrected: {},
    ...known,
  };
}

/** A paired difference over 100 samples, with what matters to the test replaced. */
export function difference(known: Partial<MetricDifference>): MetricDifference {
  return {
    metric: 'm',
    n: 100,
    mean_a: 0.9,
    mean_b: 0.9,
    difference: 0,
    ci95: [-0.02, 0.02],
    p_value: 1,
    p_adjusted: 1,
    test: 'sign_flip',
    verdict: 'not_distinguishable',
    wins: 0,
    ties: 100,
    losses: 0,
    needed_n: null,
    ...known,
  };
}

/** Run `v1` compared with the baseline `v0`. */
export function comparison(metrics: Comparison['metrics'], known: Partial<Comparison> = {}): Comparison {
  return {
    schema_version: 1,
    run_a: 'v0',
    run_b: 'v1',
    n_a: 100,
    n_b: 100,
    n_paired: 100,
    forced: false,
    warnings: [],
    metrics,
    slices: [],
    new_failures: [],
    fixed_failures: [],
    ...known,
  };
}
