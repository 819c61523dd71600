import * as z from 'zod';
import { caseFields } from './case.ts';
import { FINAL_STATUSES, NOT_RECORDED } from './constants.ts';
import { QueryResponseSchema } from './query-response.ts';
import { JsonObjectSchema, nullableNumber, SchemaVersion1 } from './shapes.ts';

/** Why a request did not end well. */
export const RunErrorSchema = z.object({
  message: z.string(),
  error_type: z.string().default('error'),
  retryable: z.boolean().default(false),
  metadata: JsonObjectSchema.default({}),
});
/** Why a request failed. */
export type RunError = z.output<typeof RunErrorSchema>;

/** Tokens the system under test says it used; null when it does not say. */
export const UsageSchema = z.object({
  prompt_tokens: nullableNumber.default(null),
  completion_tokens: nullableNumber.default(null),
  total_tokens: nullableNumber.default(null),
});
/** Tokens and cost a system reports for one answer. */
export type Usage = z.output<typeof UsageSchema>;

const nonNegativeMs = z.number().nonnegative().nullable().default(null);

/** One recorded answer: a line of `runs/<run_id>.jsonl` (DESIGN §4.1). */
export const RunRecordSchema = z
  .object({
    schema_version: SchemaVersion1,
    query_id: z.string().min(1),
    query_mode: z.string().default('default'),
    unit_id: z.string().nullable().default(null),
    pass: z.int().nonnegative().default(0),
    knowledge_base_name: z.string().nullable().default(null),
    ...caseFields,
    predicted_intent: z.string().nullable().default(null),
    response: QueryResponseSchema.nullable().default(null),
    not_recorded: z.array(z.enum(NOT_RECORDED)).default([]),
    first_token_ms: nonNegativeMs,
    latency_ms: nonNegativeMs,
    final_status: z.enum(FINAL_STATUSES),
    error: RunErrorSchema.nullable().default(null),
    attempts: z.int().nonnegative().default(1),
    started_at: z.string().nullable().default(null),
    usage: UsageSchema.nullable().default(null),
    metadata: JsonObjectSchema.default({}),
  })
  .refine((record) => record.response !== null || record.error !== null, {
    message: 'at least one of response and error must be set',
    path: ['response'],
  });
/** A recorded answer with every default filled in. */
export type RunRecord = z.output<typeof RunRecordSchema>;
/** A recorded answer as a producer may write it. */
export type RunRecordInput = z.input<typeof RunRecordSchema>;

/** Access to the records of a run by sample id; a renderer reads texts from it. */
export interface RunRecordIndex {
  /** Path of the run file relative to the workspace, for links. */
  readonly path: string;
  get(sampleId: string): RunRecord | undefined;
  /** Physical line of the sample in the run file, from 1. */
  line(sampleId: string): number | undefined;
}
