import * as z from 'zod';
import { AggregateGroupsSchema, MetricInfoSchema, SliceValuesSchema, StatsGroupsSchema } from './aggregates.ts';
import { FINAL_STATUSES, STATUSES } from './constants.ts';
import { ScoreStateSchema } from './metric-score.ts';
import { DatasetInfoSchema } from './run-meta.ts';
import { JsonObjectSchema, nullableNumber, Sha256Schema, textMap, ValueBlockSchema } from './shapes.ts';

const count = z.int().nonnegative();

/** Schema of {@link Override}. */
export const OverrideSchema = z.object({
  sample_id: z.string(),
  metric: z.string(),
  auto: ScoreStateSchema,
  manual: z.number(),
  reviewer: z.string().nullable(),
  reason: z.string().nullable(),
  at: z.string(),
  source: z.string(),
  inputs_sha256: z.string(),
});
/** A human score that replaced an automatic one, with what it replaced. */
export type Override = z.output<typeof OverrideSchema>;

/** Schema of {@link StaleOverride}. */
export const StaleOverrideSchema = z.object({
  sample_id: z.string(),
  metric: z.string(),
  manual: z.number(),
  source: z.string(),
  why: z.string(),
});
/** A human score that was not applied because the sample it was given for has changed or gone. */
export type StaleOverride = z.output<typeof StaleOverrideSchema>;

/** The judge that scored: id, model as asked for and as served, model families, prompt set, repeats. */
export const JudgeInfoSchema = z.object({
  id: z.string(),
  model: z.string(),
  served_models: z.array(z.string()).default([]),
  families: z.array(z.string()).default([]),
  prompt_set: z.string().nullable().default(null),
  repeats: z.unknown().optional(),
});
/** The embedder that was used: id, model, dimensions of its vectors (null: not known). */
export const EmbedderInfoSchema = z.object({ id: z.string(), model: z.string(), dim: nullableNumber.default(null) });

/** Schema of {@link Policies}. */
export const PoliciesSchema = z.looseObject({
  dedupe: z.enum(['first', 'cut-first']),
  quantile: z.union([z.literal(7), z.literal('ragent')]),
  fallback_phrases: z.array(z.string()),
});
/** The conventions the numbers were computed under; further keys are kept. */
export type Policies = z.output<typeof PoliciesSchema>;

/** Schema of {@link ScoresMeta}. */
export const ScoresMetaSchema = z.object({
  run_id: z.string(),
  dataset: DatasetInfoSchema,
  benchmark: JsonObjectSchema.nullable().default(null),
  recipe_manifest: JsonObjectSchema.nullable().default(null),
  query_modes: z.array(z.string()),
  l2_key: z.enum(['l2', 'l1/l2']).default('l2'),
  recorded_at: z.string().nullable().default(null),
  status: textMap<number>(z.number()),
  judge: JudgeInfoSchema.nullable().default(null),
  embedder: EmbedderInfoSchema.nullable().default(null),
  same_family: z.boolean().nullable().default(null),
  usage: JsonObjectSchema.default({}),
  profile: z.string().default('default'),
  policies: PoliciesSchema,
  warnings: z.array(z.string()).default([]),
  manual_policy: z.literal('manual_first').default('manual_first'),
  manual_overrides: count.default(0),
  overrides: z.array(OverrideSchema).default([]),
  overrides_stale: z.array(StaleOverrideSchema).default([]),
  overrides_cleared: count.default(0),
  volatile: z.looseObject({ created_at: z.string() }),
});
/** Where the scores of a run come from and under which conventions: run, data set, judge, profile, policies, human scores, warnings. */
export type ScoresMeta = z.output<typeof ScoresMetaSchema>;

/** Schema of {@link Unscored}. */
export const UnscoredSchema = z.object({ status: z.enum(STATUSES).exclude(['ok']), code: z.string().optional() });
/** Why a metric has no value for a sample. */
export type Unscored = z.output<typeof UnscoredSchema>;

/** Schema of {@link SampleScores}. */
export const SampleScoresSchema = z.object({
  query_id: z.string(),
  query_mode: z.string().default('default'),
  unit_id: z.string().nullable().default(null),
  pass: count.default(0),
  intent_l1: z.string().nullable().default(null),
  intent_l2: z.string().nullable().default(null),
  difficulty: z.string().nullable().default(null),
  requires_rag: z.boolean().nullable().default(null),
  should_refuse: z.boolean().nullable().default(null),
  final_status: z.enum(FINAL_STATUSES),
  labels: textMap<string | number | boolean | null>(z.union([z.string(), z.number(), z.boolean(), z.null()])).default(
    {},
  ),
  inputs_sha256: z.string(),
  case_sha256: z.string(),
  failure_reasons: z.array(z.string()).default([]),
  scores: ValueBlockSchema,
  unscored: textMap(UnscoredSchema).default({}),
});
/** One scored row. `scores` holds the values that exist, `unscored` says of every other metric why not. */
export type SampleScores = z.output<typeof SampleScoresSchema>;

/** Schema of {@link FailureSummary}. */
export const FailureSummarySchema = z.object({
  n_failed: count,
  n_total: count,
  by_reason: textMap<number>(count),
  combinations: z.array(z.object({ reasons: z.array(z.string()), n: count })),
});
/** How many samples failed, by cause and by combination of causes. */
export type FailureSummary = z.output<typeof FailureSummarySchema>;

/** Schema of {@link AnswerMatrix}. */
export const AnswerMatrixSchema = z.object({
  answerable: z.object({ answered: count, refused: count }),
  should_refuse: z.object({ answered: count, refused: count }),
});
/** Answerable / should-refuse × answered / refused, failed requests left out. */
export type AnswerMatrix = z.output<typeof AnswerMatrixSchema>;

/** Schema of {@link Agreement}. */
export const AgreementSchema = z.looseObject({
  /** Audited samples behind the figures. */
  n: count,
  n_planned: count,
  spearman: nullableNumber,
  mae: nullableNumber,
  mean_difference: nullableNumber,
  mean_difference_ci95: z.tuple([z.number(), z.number()]).nullable(),
  kappa: nullableNumber,
  quadratic_kappa: nullableNumber,
  human_kappa: nullableNumber,
  /** `ok`, or why the figures are null (`not_enough_labels`). */
  state: z.string(),
});
/** How far human scores and the judge agree on the audited samples, by metric; null figures below 15 labels. */
export type Agreement = z.output<typeof AgreementSchema>;

/** Schema of {@link Corrected}. */
export const CorrectedSchema = z.looseObject({
  value: nullableNumber,
  ci95: z.tuple([z.number(), z.number()]).nullable(),
  n_labelled: count,
  n_planned: count,
  state: z.string(),
});
/** The overall corrected by an audit (difference estimator), with its interval; null until the audit is complete. */
export type Corrected = z.output<typeof CorrectedSchema>;

/** The part of `_scores.json` before `per_sample`: everything a gate or a page of aggregates needs. */
export const ScoresHeadSchema = z.object({
  schema_version: z.literal(1),
  meta: ScoresMetaSchema,
  metrics: textMap(MetricInfoSchema),
  overall: ValueBlockSchema,
  overall_auto: ValueBlockSchema.default({}),
  by_intent_l1: SliceValuesSchema,
  by_intent_l2: SliceValuesSchema,
  by_label: textMap(SliceValuesSchema).default({}),
  by_query_mode: textMap(AggregateGroupsSchema).optional(),
  stats: StatsGroupsSchema,
  failures: FailureSummarySchema,
  answer_matrix: AnswerMatrixSchema.nullable().default(null),
  agreement: textMap(AgreementSchema).default({}),
  corrected: textMap(CorrectedSchema).default({}),
});
/** `_scores.json` without its samples. */
export type ScoresHead = z.output<typeof ScoresHeadSchema>;

/** `reports/<run_id>/_scores.json` (DESIGN §4.2). */
export const ScoresFileSchema = ScoresHeadSchema.extend({ per_sample: textMap(SampleScoresSchema) });
/** `reports/<run_id>/_scores.json`. */
export type ScoresFile = z.output<typeof ScoresFileSchema>;

/** SHA-256 of the `_scores.json` an artefact was made from; see {@link Sha256Schema}. */
export const ScoresHashSchema = Sha256Schema;
