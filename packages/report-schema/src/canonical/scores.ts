import {
  FINAL_STATUSES,
  INTERVAL_METHODS,
  METRIC_AGGREGATES,
  METRIC_GROUPS,
  METRIC_UNITS,
  SCHEMA_VERSION,
  STATUSES,
} from '../constants.ts';
import type { SampleScores, ScoresFile, ScoresHead } from '../scores.ts';
import { scoreState } from './evidence.ts';
import {
  anything,
  count,
  type Form,
  finite,
  flag,
  freeObject,
  listOf,
  mapOf,
  nullable,
  objectOf,
  oneOf,
  openObjectOf,
  pairOf,
  text,
} from './form.ts';
import { datasetInfo } from './run-meta.ts';
import { labels } from './run-record.ts';

const textOrNull = nullable(text);
const numberOrNull = nullable(finite);
const values = mapOf(numberOrNull);
const sliceValues = mapOf(values);
const metricInfo = objectOf(
  {
    label: text,
    group: oneOf(...METRIC_GROUPS),
    unit: oneOf(...METRIC_UNITS),
    higher_is_better: flag,
    aggregate: oneOf(...METRIC_AGGREGATES),
    human_scorable: flag,
  },
  ['human_scorable'],
);
const stats = mapOf(
  objectOf({
    n_total: count,
    n_eligible: count,
    n_scored: count,
    n_undefined: count,
    n_not_applicable: count,
    n_missing_input: count,
    n_judge_error: count,
    n_skipped: count,
    n_manual: count,
    coverage: numberOrNull,
    bounds: nullable(pairOf(finite)),
    sd: numberOrNull,
    ci95: nullable(pairOf(numberOrNull)),
    ci_method: oneOf(...INTERVAL_METHODS),
    judge_sd: numberOrNull,
    n_repeats: count,
    max_attainable: numberOrNull,
    small_sample: flag,
  }),
);
const sliceStats = mapOf(stats);
const statsGroups = objectOf({
  overall: stats,
  by_intent_l1: sliceStats,
  by_intent_l2: sliceStats,
  by_label: mapOf(sliceStats),
});
const aggregateGroups = objectOf({
  overall: values,
  by_intent_l1: sliceValues,
  by_intent_l2: sliceValues,
  by_label: mapOf(sliceValues),
  stats: statsGroups,
});
const override = objectOf({
  sample_id: text,
  metric: text,
  auto: scoreState,
  manual: finite,
  reviewer: textOrNull,
  reason: textOrNull,
  at: text,
  source: text,
  inputs_sha256: text,
});
const judgeInfo = objectOf(
  {
    id: text,
    model: text,
    served_models: listOf(text),
    families: listOf(text),
    prompt_set: textOrNull,
    repeats: anything,
  },
  ['repeats'],
);
const meta = objectOf({
  run_id: text,
  dataset: datasetInfo,
  benchmark: nullable(freeObject),
  recipe_manifest: nullable(freeObject),
  query_modes: listOf(text),
  l2_key: oneOf('l2', 'l1/l2'),
  recorded_at: textOrNull,
  status: mapOf(finite),
  judge: nullable(judgeInfo),
  embedder: nullable(objectOf({ id: text, model: text, dim: numberOrNull })),
  same_family: nullable(flag),
  usage: freeObject,
  profile: text,
  policies: openObjectOf({
    dedupe: oneOf('first', 'cut-first'),
    quantile: oneOf(7, 'ragent'),
    fallback_phrases: listOf(text),
  }),
  warnings: listOf(text),
  manual_policy: oneOf('manual_first'),
  manual_overrides: count,
  overrides: listOf(override),
  overrides_stale: listOf(objectOf({ sample_id: text, metric: text, manual: finite, source: text, why: text })),
  overrides_cleared: count,
  volatile: openObjectOf({ created_at: text }),
});
const unscored = mapOf(
  objectOf({ status: oneOf(...STATUSES.filter((status) => status !== 'ok')), code: text }, ['code']),
);
const sampleScores = objectOf({
  query_id: text,
  query_mode: text,
  unit_id: textOrNull,
  pass: count,
  intent_l1: textOrNull,
  intent_l2: textOrNull,
  difficulty: textOrNull,
  requires_rag: nullable(flag),
  should_refuse: nullable(flag),
  final_status: oneOf(...FINAL_STATUSES),
  labels,
  inputs_sha256: text,
  case_sha256: text,
  failure_reasons: listOf(text),
  scores: values,
  unscored,
});
const answers = objectOf({ answered: count, refused: count });
const agreement = openObjectOf({
  n: count,
  n_planned: count,
  spearman: numberOrNull,
  mae: numberOrNull,
  mean_difference: numberOrNull,
  mean_difference_ci95: nullable(pairOf(finite)),
  kappa: numberOrNull,
  quadratic_kappa: numberOrNull,
  human_kappa: numberOrNull,
  state: text,
});
const corrected = openObjectOf({
  value: numberOrNull,
  ci95: nullable(pairOf(finite)),
  n_labelled: count,
  n_planned: count,
  state: text,
});
const headFields: Readonly<Record<string, Form>> = {
  schema_version: oneOf(SCHEMA_VERSION),
  meta,
  metrics: mapOf(metricInfo),
  overall: values,
  overall_auto: values,
  by_intent_l1: sliceValues,
  by_intent_l2: sliceValues,
  by_label: mapOf(sliceValues),
  by_query_mode: mapOf(aggregateGroups),
  stats: statsGroups,
  failures: objectOf({
    n_failed: count,
    n_total: count,
    by_reason: mapOf(count),
    combinations: listOf(objectOf({ reasons: listOf(text), n: count })),
  }),
  answer_matrix: nullable(objectOf({ answerable: answers, should_refuse: answers })),
  agreement: mapOf(agreement),
  corrected: mapOf(corrected),
};
const scoresHead = objectOf(headFields, ['by_query_mode']);
const scoresFile = objectOf({ ...headFields, per_sample: mapOf(sampleScores) }, ['by_query_mode']);

/** As {@link isCanonicalScores}, for everything before `per_sample`. */
export function isCanonicalScoresHead(value: unknown): value is ScoresHead {
  return scoresHead(value);
}

/** As {@link isCanonicalScores}, for one row. */
export function isCanonicalSample(value: unknown): value is SampleScores {
  return sampleScores(value);
}

/**
 * True for a parsed `_scores.json` that already is what `parseScores` would make of it, as the files of this version are;
 * false says nothing: the value may still be valid. Much cheaper than parsing. Maps inside the value lose their prototype.
 */
export function isCanonicalScores(value: unknown): value is ScoresFile {
  return scoresFile(value);
}
