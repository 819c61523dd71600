import type { NotRecorded, RunError, RunRecord } from '@reportcard/report-schema';
import type { Attempt } from './ask-knowledge-base.ts';
import type { JsonObject } from './knowledge-base.ts';
import type { RunTask } from './run-plan.ts';

/** Everything a record is made from besides its task. */
export interface RecordFacts {
  readonly knowledge_base_name: string;
  readonly attempt: Attempt;
  readonly attempts: number;
  readonly started_at: string;
  readonly predicted_intent: string | null;
  readonly metadata: JsonObject;
}

function caseFields(
  task: RunTask,
): Pick<
  RunRecord,
  | 'user_input'
  | 'reference'
  | 'reference_answers'
  | 'reference_doc_ids'
  | 'reference_doc_ids_nice'
  | 'reference_contexts'
  | 'evidence'
  | 'intent_l1'
  | 'intent_l2'
  | 'difficulty'
  | 'requires_rag'
  | 'should_refuse'
  | 'labels'
> {
  const { schema_version: _version, query_id: _id, metadata: _metadata, ...fields } = task.case;
  return fields;
}

/** The run record of one asked question. What JSON cannot hold in it is replaced by null, and the record carries an `invalid_response` error. */
export function createRunRecord(task: RunTask, facts: RecordFacts): RunRecord {
  const { attempt } = facts;
  const record: RunRecord = {
    schema_version: 1,
    query_id: task.query_id,
    query_mode: task.query_mode,
    unit_id: task.unit_id,
    pass: task.pass,
    knowledge_base_name: facts.knowledge_base_name,
    ...caseFields(task),
    predicted_intent: facts.predicted_intent,
    response: attempt.response,
    not_recorded: [...attempt.not_recorded] satisfies NotRecorded[],
    first_token_ms: attempt.first_token_ms,
    latency_ms: attempt.latency_ms,
    final_status: attempt.final_status,
    error: attempt.error,
    attempts: facts.attempts,
    started_at: facts.started_at,
    usage: attempt.usage,
    metadata: {
      ...(Object.keys(task.case.metadata).length > 0 ? { case: task.case.metadata } : {}),
      ...facts.metadata,
    },
  };
  return isStorable([record.response, record.error, record.metadata]) ? record : withPlainResponse(record);
}

/** Deeper than any answer is: what goes on beyond is a circle. */
const DEEPEST = 200;

function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'bigint') return false;
  if (value === null || typeof value !== 'object') return true;
  if (depth > DEEPEST) return false;
  return Object.values(value).every((item) => isStorable(item, depth + 1));
}

function toPlainJson(value: unknown, inside: readonly unknown[]): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return value.toString();
  if (value === null || typeof value !== 'object') return value;
  if (inside.includes(value)) return null;
  const deeper = [...inside, value];
  if (Array.isArray(value)) return value.map((item) => toPlainJson(item, deeper));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toPlainJson(item, deeper)]));
}

const NOT_JSON: RunError = {
  message: 'the response holds something JSON cannot hold (NaN, a circle, a big integer); null stands in its place',
  error_type: 'invalid_response',
  retryable: false,
  metadata: {},
};

function withPlainResponse(record: RunRecord): RunRecord {
  const response = toPlainJson(record.response, []) as RunRecord['response'];
  const metadata = toPlainJson(record.metadata, []) as RunRecord['metadata'];
  const error =
    record.error === null
      ? NOT_JSON
      : { ...record.error, metadata: toPlainJson(record.error.metadata, []) as JsonObject };
  return { ...record, response, metadata, error, final_status: record.error === null ? 'error' : record.final_status };
}

/** The attempt of a case whose knowledge base could not be built. */
export function createBuildFailure(message: string): Attempt {
  return {
    response: null,
    error: { message, error_type: 'build_failed', retryable: false, metadata: {} },
    final_status: 'error',
    first_token_ms: null,
    latency_ms: 0,
    intent: null,
    usage: null,
    not_recorded: ['latency', 'first_token', 'intent'],
    retry_after_ms: null,
  };
}
