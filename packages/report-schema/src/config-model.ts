import * as z from 'zod';
import { envName, positive } from './config-shapes.ts';
import { JsonObjectSchema, textMap } from './shapes.ts';

const modelEndpoint = {
  baseURL: z.url().optional(),
  apiKeyEnv: envName.optional(),
  model: z.string().optional(),
  extraBody: JsonObjectSchema.optional(),
  headersEnv: textMap<string>(envName).optional(),
  concurrency: z.int().positive().optional(),
  rpm: positive.optional(),
  tpm: positive.optional(),
  timeoutMs: positive.optional(),
};

/** Where judge answers come from (METRICS §4.4). */
export const JudgeConfigSchema = z.strictObject({
  kind: z.enum(['openai-compatible', 'lexical', 'replay', 'none']),
  ...modelEndpoint,
  format: z.enum(['auto', 'json_schema', 'json_object', 'plain']).optional(),
  temperature: z.number().min(0).optional(),
  seed: z.int().optional(),
  maxOutputTokens: z.int().positive().optional(),
  /** Recorded answers for `replay`. */
  file: z.string().optional(),
});
/** The judge as configured. */
export type JudgeConfig = z.output<typeof JudgeConfigSchema>;

/** Schema of {@link EmbedderConfig}. */
export const EmbedderConfigSchema = z.strictObject({ kind: z.enum(['openai-compatible', 'none']), ...modelEndpoint });
/** The embedding model of a judge: an OpenAI-compatible endpoint, or none. */
export type EmbedderConfig = z.output<typeof EmbedderConfigSchema>;

/** Schema of {@link Repeats}. */
export const RepeatsSchema = z.union([
  z.int().positive(),
  z.strictObject({ min: z.int().positive(), max: z.int().positive(), near: z.number().min(0).max(1) }),
]);
/** How often a judge is asked the same: a number of times, or between `min` and `max` where a score is `near` its threshold. */
export type Repeats = z.output<typeof RepeatsSchema>;

/** Schema of {@link Budget}. */
export const BudgetSchema = z.strictObject({
  maxCalls: z.int().nonnegative().optional(),
  maxTokens: z.int().nonnegative().optional(),
  maxMoney: z.number().nonnegative().optional(),
});
/** Limits of a scoring; reached, it stops and keeps what was judged. */
export type Budget = z.output<typeof BudgetSchema>;

/** Prices by model, for a million tokens in and out; estimates and the budget in money rest on them. */
export const PricesSchema = textMap<{ in: number; out: number }>(
  z.strictObject({ in: z.number().nonnegative(), out: z.number().nonnegative() }),
);
