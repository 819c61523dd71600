import * as z from 'zod';
import { nullableNumber, SchemaVersion1, textMap } from './shapes.ts';

/** A paired difference B − A of one metric over the samples scored in both runs. */
export const MetricDifferenceSchema = z.object({
  metric: z.string(),
  n: z.int().nonnegative(),
  mean_a: nullableNumber,
  mean_b: nullableNumber,
  /** mean_b − mean_a; null when nothing pairs. */
  difference: nullableNumber,
  ci95: z.tuple([z.number(), z.number()]).nullable(),
  p_value: nullableNumber,
  /** p after the correction for many slices; equals p_value where there is none. */
  p_adjusted: nullableNumber,
  test: z.enum(['sign_flip', 'mcnemar', 'none']),
  /** From the p value: never from the interval. `improved` takes the metric's direction into account. */
  verdict: z.enum(['improved', 'worse', 'not_distinguishable', 'not_measured']),
  wins: z.int().nonnegative(),
  ties: z.int().nonnegative(),
  losses: z.int().nonnegative(),
  /** Samples needed in total to tell this difference with power 0.8; null when the difference is 0 or nothing pairs. */
  needed_n: nullableNumber,
});
/** One metric in both runs: values, difference, interval, tests, discordant samples. */
export type MetricDifference = z.output<typeof MetricDifferenceSchema>;

/** Schema of {@link SliceDifference}. */
export const SliceDifferenceSchema = z.object({
  dimension: z.string(),
  key: z.string(),
  difference: MetricDifferenceSchema,
});
/** A metric in one slice of both runs. */
export type SliceDifference = z.output<typeof SliceDifferenceSchema>;

/** A compared with B, sample by sample. */
export const ComparisonSchema = z.object({
  schema_version: SchemaVersion1,
  run_a: z.string(),
  run_b: z.string(),
  n_a: z.int().nonnegative(),
  n_b: z.int().nonnegative(),
  n_paired: z.int().nonnegative(),
  forced: z.boolean(),
  warnings: z.array(z.string()),
  metrics: textMap(MetricDifferenceSchema),
  slices: z.array(SliceDifferenceSchema),
  new_failures: z.array(
    z.object({ query_id: z.string(), sample_id: z.string(), failure_reasons: z.array(z.string()) }),
  ),
  fixed_failures: z.array(
    z.object({ query_id: z.string(), sample_id: z.string(), failure_reasons: z.array(z.string()) }),
  ),
});
/** A paired comparison of two runs. */
export type Comparison = z.output<typeof ComparisonSchema>;

/** One earlier run in a trend. */
export interface TrendPoint {
  readonly run_id: string;
  /** `recorded_at` or `imported_at`. */
  readonly at: string;
  readonly overall: Readonly<Record<string, number | null>>;
  /** Scored samples by metric. */
  readonly n: Readonly<Record<string, number>>;
  readonly n_samples: number;
  readonly dataset_sha256: string | null;
}
