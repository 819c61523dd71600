import * as z from 'zod';
import { INTERVAL_METHODS, METRIC_AGGREGATES, METRIC_GROUPS, METRIC_UNITS } from './constants.ts';
import { nullableNumber, textMap, ValueBlockSchema } from './shapes.ts';

const count = z.int().nonnegative();

/** What a metric is, as a reader of `_scores.json` needs it. Kept in report order. */
export const MetricInfoSchema = z.object({
  label: z.string(),
  group: z.enum(METRIC_GROUPS),
  unit: z.enum(METRIC_UNITS),
  higher_is_better: z.boolean(),
  aggregate: z.enum(METRIC_AGGREGATES),
  /** True where a human may score it in the sheet. */
  human_scorable: z.boolean().optional(),
});
/** What a metric is, as a reader of `_scores.json` needs it. Kept in report order. */
export type MetricInfo = z.output<typeof MetricInfoSchema>;

/** The samples behind one aggregate. The six exclusive counts sum to `n_total`; `n_manual` is part of `n_scored`. */
export const AggregateStatsSchema = z.object({
  n_total: count,
  n_eligible: count,
  n_scored: count,
  n_undefined: count,
  n_not_applicable: count,
  n_missing_input: count,
  n_judge_error: count,
  n_skipped: count,
  n_manual: count,
  /** n_scored / n_eligible; null when nothing is eligible. */
  coverage: nullableNumber,
  /** The mean if every unscored eligible sample were 0, and if it were 1; null for other units. */
  bounds: z.tuple([z.number(), z.number()]).nullable(),
  sd: nullableNumber,
  ci95: z.tuple([nullableNumber, nullableNumber]).nullable(),
  ci_method: z.enum(INTERVAL_METHODS),
  /** Pooled standard deviation of judge repeats; null without repeats. */
  judge_sd: nullableNumber,
  n_repeats: count,
  /** Largest mean this metric could reach on these samples (recall@k); null where it is 1. */
  max_attainable: nullableNumber,
  small_sample: z.boolean(),
});
/** The samples behind one aggregate. The six exclusive counts sum to `n_total`; `n_manual` is part of `n_scored`. */
export type AggregateStats = z.output<typeof AggregateStatsSchema>;

/** Values by slice, then metric. */
export const SliceValuesSchema = textMap(ValueBlockSchema);
const StatsBlockSchema = textMap(AggregateStatsSchema);
const SliceStatsSchema = textMap(StatsBlockSchema);

/** Schema of {@link StatsGroups}. */
export const StatsGroupsSchema = z.object({
  overall: StatsBlockSchema,
  by_intent_l1: SliceStatsSchema,
  by_intent_l2: SliceStatsSchema,
  by_label: textMap(SliceStatsSchema),
});
/** The statistics behind each aggregate, in the same groups as the values. */
export type StatsGroups = z.output<typeof StatsGroupsSchema>;

/** Schema of {@link AggregateGroups}. */
export const AggregateGroupsSchema = z.object({
  overall: ValueBlockSchema,
  by_intent_l1: SliceValuesSchema,
  by_intent_l2: SliceValuesSchema,
  by_label: textMap(SliceValuesSchema),
  stats: StatsGroupsSchema,
});
/** Values and their statistics over everything, by intent and by label. Slice keys keep first-seen order. */
export type AggregateGroups = z.output<typeof AggregateGroupsSchema>;
