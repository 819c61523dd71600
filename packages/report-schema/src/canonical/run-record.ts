import { FINAL_STATUSES, NOT_RECORDED, SCHEMA_VERSION } from '../constants.ts';
import type { RunRecord } from '../run-record.ts';
import {
  count,
  type Form,
  filledText,
  finite,
  flag,
  freeObject,
  listOf,
  mapOf,
  notNegative,
  nullable,
  objectOf,
  oneOf,
  text,
} from './form.ts';

const textOrNull = nullable(text);
const texts = listOf(text);

/** Labels of a sample. */
export const labels: Form = mapOf((value) => value === null || text(value) || finite(value) || flag(value));

/** Heta's query response with every default filled in. */
export const queryResponse: Form = objectOf({
  mode: text,
  results: listOf(
    objectOf({
      id: text,
      text: textOrNull,
      score: nullable(finite),
      kind: textOrNull,
      source: freeObject,
      metadata: freeObject,
    }),
  ),
  answer: textOrNull,
  citations: listOf(
    objectOf({ id: text, result_id: textOrNull, source: freeObject, text: textOrNull, metadata: freeObject }),
  ),
  trace: listOf(objectOf({ stage: text, message: text, metadata: freeObject })),
  metadata: freeObject,
});

const evidenceItem = objectOf({
  reference_id: textOrNull,
  locator: freeObject,
  text: textOrNull,
  metadata: freeObject,
});

const runRecord = objectOf({
  schema_version: oneOf(SCHEMA_VERSION),
  query_id: filledText,
  query_mode: text,
  unit_id: textOrNull,
  pass: count,
  knowledge_base_name: textOrNull,
  user_input: text,
  reference: textOrNull,
  reference_answers: texts,
  reference_doc_ids: texts,
  reference_doc_ids_nice: texts,
  reference_contexts: texts,
  evidence: listOf(evidenceItem),
  intent_l1: textOrNull,
  intent_l2: textOrNull,
  difficulty: textOrNull,
  requires_rag: nullable(flag),
  should_refuse: nullable(flag),
  labels,
  predicted_intent: textOrNull,
  response: nullable(queryResponse),
  not_recorded: listOf(oneOf(...NOT_RECORDED)),
  first_token_ms: nullable(notNegative),
  latency_ms: nullable(notNegative),
  final_status: oneOf(...FINAL_STATUSES),
  error: nullable(objectOf({ message: text, error_type: text, retryable: flag, metadata: freeObject })),
  attempts: count,
  started_at: textOrNull,
  usage: nullable(
    objectOf({
      prompt_tokens: nullable(finite),
      completion_tokens: nullable(finite),
      total_tokens: nullable(finite),
    }),
  ),
  metadata: freeObject,
});

/**
 * True for a parsed line of a run file that already is what `parseRunRecord` would make of it: every field present, in
 * order, of its type, and no other. False says nothing: the value may still be a valid record. About twenty times cheaper
 * than parsing. Maps inside the value lose their prototype.
 */
export function isCanonicalRunRecord(value: unknown): value is RunRecord {
  if (!runRecord(value)) return false;
  const { response, error } = value as RunRecord;
  return response !== null || error !== null;
}
