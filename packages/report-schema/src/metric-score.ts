import * as z from 'zod';
import { DECIDED_BY, STATUSES } from './constants.ts';
import { JsonObjectSchema, nullableNumber } from './shapes.ts';

/** A value with its state: what a score was before a human replaced it, or one repeat of a judge. */
export const ScoreStateSchema = z
  .object({ value: nullableNumber, status: z.enum(STATUSES), code: z.string().optional() })
  .refine((score) => (score.status === 'ok') === (score.value !== null), {
    message: 'value is a number exactly when status is ok',
  });
/** A score with its status: a number, or null and why. */
export type ScoreState = z.output<typeof ScoreStateSchema>;

/** Schema of {@link TokenUsage}. */
export const TokenUsageSchema = z.object({
  calls: z.number(),
  cached: z.number(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
});
/** Judge calls and tokens behind a score. */
export type TokenUsage = z.output<typeof TokenUsageSchema>;

/**
 * One value of one metric for one sample (METRICS §1.1). `value` is null unless `status` is `ok`; never NaN. `decided_by`
 * tells who decided; `evidence` is metric-specific.
 */
export interface MetricScore extends ScoreState {
  readonly metric: string;
  readonly decided_by: (typeof DECIDED_BY)[number];
  readonly repeats?: readonly ScoreState[] | undefined;
  /** Standard deviation of the repeats; undefined with fewer than two. */
  readonly sd?: number | undefined;
  readonly evidence?: unknown;
  readonly usage?: TokenUsage | undefined;
}

/** What an evidence line was computed with; equal fingerprints need no new call. */
export const FingerprintSchema = z.object({
  judge: z.string(),
  model: z.string(),
  prompt: z.string(),
  params: z.string(),
});
/** What a judged score depends on besides its inputs: judge, model, prompts, parameters. */
export type Fingerprint = z.output<typeof FingerprintSchema>;

/** A line of `reports/<run_id>/_evidence.jsonl`: what a judge said about one sample for one metric. */
export const EvidenceRecordSchema = z.object({
  sample_id: z.string(),
  metric: z.string(),
  inputs_sha256: z.string(),
  fingerprint: FingerprintSchema,
  value: nullableNumber,
  status: z.enum(STATUSES),
  code: z.string().nullable().default(null),
  decided_by: z.enum(DECIDED_BY),
  repeats: z.array(ScoreStateSchema).default([]),
  sd: nullableNumber.default(null),
  details: JsonObjectSchema.default({}),
  usage: TokenUsageSchema.nullable().default(null),
});
/** One line of `_evidence.jsonl`: what stands behind one score. */
export type EvidenceRecord = z.output<typeof EvidenceRecordSchema>;

/** Access to evidence by sample id. */
export interface EvidenceIndex {
  get(sampleId: string): readonly EvidenceRecord[];
}
