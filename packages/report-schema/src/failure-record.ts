import * as z from 'zod';
import { FINAL_STATUSES } from './constants.ts';
import { nullableNumber, textMap, ValueBlockSchema } from './shapes.ts';

/** One failed sample with all its causes: a line of `failures.jsonl` (DESIGN §4.4). */
export const FailureRecordSchema = z.object({
  sample_id: z.string(),
  query_id: z.string(),
  query_mode: z.string().default('default'),
  unit_id: z.string().nullable().default(null),
  pass: z.int().nonnegative().default(0),
  intent_l1: z.string().nullable(),
  intent_l2: z.string().nullable(),
  difficulty: z.string().nullable(),
  requires_rag: z.boolean().nullable(),
  should_refuse: z.boolean().nullable(),
  user_input: z.string().nullable(),
  reference: z.string().nullable(),
  reference_doc_ids: z.array(z.string()).nullable(),
  retrieved_doc_ids: z.array(z.string()).nullable(),
  first_token_ms: nullableNumber,
  latency_ms: nullableNumber,
  final_status: z.enum(FINAL_STATUSES),
  error: z.string().nullable(),
  response_preview: z.string().nullable(),
  failure_reasons: z.array(z.string()).min(1),
  scores: ValueBlockSchema,
  judge_reasons: textMap(z.array(z.string())),
  scores_sha256: z.string().nullable(),
});
/** One line of `failures.jsonl`: a failed sample with all its causes. */
export type FailureRecord = z.output<typeof FailureRecordSchema>;
