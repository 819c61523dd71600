import * as z from 'zod';
import { BudgetSchema, EmbedderConfigSchema, JudgeConfigSchema, PricesSchema, RepeatsSchema } from './config-model.ts';
import { positive } from './config-shapes.ts';
import { TargetSchema } from './config-target.ts';
import { JsonObjectSchema, textMap } from './shapes.ts';

const retry = z.strictObject({
  attempts: z.int().positive().optional(),
  minDelayMs: z.number().nonnegative().optional(),
  maxDelayMs: z.number().nonnegative().optional(),
});

/** Schema of {@link RunConfig}. */
export const RunConfigSchema = z.strictObject({
  label: z.string().optional(),
  concurrency: z.int().positive().optional(),
  ratePerSecond: positive.optional(),
  timeoutMs: positive.optional(),
  totalTimeoutMs: positive.optional(),
  retry: retry.optional(),
  warmup: z.int().nonnegative().optional(),
  passes: z.int().positive().optional(),
  queryModes: z.array(z.string()).min(1).optional(),
  /** `run` ends with 4 when a larger share of the cases failed. */
  maxFailureRate: z.number().min(0).max(1).optional(),
});
/** How a run is recorded: concurrency, rate, retries, time limits. */
export type RunConfig = z.output<typeof RunConfigSchema>;

/** Schema of {@link MetricsConfig}. */
export const MetricsConfigSchema = z.strictObject({
  /** Cutoffs of hit@k and recall@k. */
  ks: z.array(z.int().positive()).min(1).optional(),
  /** Cutoffs of mrr@k. */
  mrrKs: z.array(z.int().positive()).min(1).optional(),
  /** Metric families beyond the default set. */
  further: z.array(z.enum(['mrr', 'recall_inclusive', 'nice_hit'])).optional(),
  dedupe: z.enum(['first', 'cut-first']).optional(),
  quantile: z.union([z.literal(7), z.literal('ragent')]).optional(),
  fallbackPhrases: z.array(z.string()).optional(),
  falseRefusalSignal: z.enum(['retrieval_empty', 'status', 'answer', 'any']).optional(),
  ttftFallback: z.enum(['none', 'latency']).optional(),
  answerCorrectnessWeights: z.tuple([z.number().nonnegative(), z.number().nonnegative()]).optional(),
  noncommittalRule: z.enum(['all', 'any', 'majority']).optional(),
  emptyContexts: z.enum(['zero', 'skip']).optional(),
  /** One judge call for all contexts of context_precision. */
  batchContexts: z.boolean().optional(),
  humanScorable: z.array(z.string()).optional(),
});
/** Which metrics are computed, and their conventions. */
export type MetricsConfig = z.output<typeof MetricsConfigSchema>;

/** A failure rule as configured: a metric and the value it must not be below, or above. */
export const FailureRuleConfigSchema = z.strictObject({
  metric: z.string(),
  below: z.number().optional(),
  above: z.number().optional(),
  name: z.string().optional(),
});
/** Schema of {@link GateConfig}. */
export const GateConfigSchema = z.strictObject({
  min: textMap<number>(z.number()).optional(),
  max: textMap<number>(z.number()).optional(),
  maxDrop: textMap<number>(z.number()).optional(),
  notWorse: z.array(z.string()).optional(),
  maxFailures: textMap<number>(z.number()).optional(),
  maxFailureRate: z.number().min(0).max(1).optional(),
  minCoverage: z.number().min(0).max(1).optional(),
  noise: z.enum(['value', 'interval', 'significance']).optional(),
  allowLexical: z.boolean().optional(),
});
/** The gate as configured: rules, least coverage, baseline. */
export type GateConfig = z.output<typeof GateConfigSchema>;

/** `reportcard.config.*`: everything optional; flags beat environment, environment beats file. */
export const ConfigSchema = z.strictObject({
  $schema: z.string().optional(),
  name: z.string().optional(),
  language: z.enum(['zh-CN', 'en']).optional(),
  dataset: z
    .strictObject({
      cases: z.string(),
      documents: z.string().optional(),
      name: z.string().optional(),
      version: z.string().optional(),
      columns: textMap<string>(z.string()).optional(),
    })
    .optional(),
  benchmark: z
    .strictObject({
      format: z.string(),
      path: z.string(),
      split: z.string().optional(),
      options: JsonObjectSchema.optional(),
    })
    .optional(),
  import: z
    .strictObject({
      /** Columns of tables to import: our field → the file's column; also `score:<name>` and `label:<name>`. */
      columns: textMap<string>(z.string()).optional(),
    })
    .optional(),
  target: TargetSchema.optional(),
  run: RunConfigSchema.optional(),
  profile: z.enum(['default', 'trec', 'ragent']).optional(),
  metrics: MetricsConfigSchema.optional(),
  l2Key: z.enum(['l2', 'l1/l2']).optional(),
  judge: JudgeConfigSchema.optional(),
  embedder: EmbedderConfigSchema.optional(),
  sut: z.strictObject({ model: z.string() }).optional(),
  repeats: RepeatsSchema.optional(),
  budget: BudgetSchema.optional(),
  prices: PricesSchema.optional(),
  strictFamily: z.boolean().optional(),
  failures: z
    .strictObject({
      thresholds: textMap<number>(z.number()).optional(),
      rules: z.array(FailureRuleConfigSchema).optional(),
    })
    .optional(),
  gate: GateConfigSchema.optional(),
  report: z
    .strictObject({
      title: z.string().optional(),
      renderers: z
        .array(z.union([z.string(), z.strictObject({ name: z.string(), options: z.unknown().optional() })]))
        .optional(),
      targets: textMap<number>(z.number()).optional(),
      baseline: z.string().optional(),
      owners: textMap<string>(z.string()).optional(),
    })
    .optional(),
  review: z
    .strictObject({ highRiskIntents: z.array(z.string()).optional(), n: z.int().positive().optional() })
    .optional(),
});
/** The configuration as it is after reading. */
export type Config = z.output<typeof ConfigSchema>;
/** The configuration as people write it. */
export type ConfigInput = z.input<typeof ConfigSchema>;

/** Types a configuration file: `export default defineConfig({ … })`. Returns its argument. */
export function defineConfig(config: ConfigInput): ConfigInput {
  return config;
}
