import {
  createRecord,
  type EvaluationCaseResult,
  FINAL_STATUSES,
  type FinalStatus,
  getOwn,
  parseRunRecord,
  type QueryResponse,
  type RunRecord,
  type RunRecordInput,
  type TextRecord,
} from '@reportcard/report-schema';
import type { RepairLog } from '../importer.ts';
import { cleanSlices } from '../slice-fields.ts';
import { isObject, numberAt, textAt } from '../values/is-object.ts';
import { findDocumentId } from './heta-scores.ts';

/** Where a case result stands and what its report says of all. */
export interface HetaContext {
  readonly file: string;
  readonly line: number;
  readonly knowledgeBaseName: string | null;
  readonly repairs: RepairLog;
}

/** Keys of a case result's metadata that have a place of their own in a run record. */
const PLACED = new Set([
  'benchmark_run_unit',
  'unit_id',
  'knowledge_base_name',
  'final_status',
  'first_token_ms',
  'predicted_intent',
  'not_recorded',
  'attempts',
  'started_at',
  'pass',
  'case',
]);

function withDocumentIds(response: QueryResponse, repairs: RepairLog): QueryResponse {
  const results = response.results.map((result) => {
    const known = getOwn(result.source, 'document_id');
    const found = findDocumentId(result.source, result.metadata);
    if (found === undefined || found === known) return result;
    repairs.add('hidden_document_id', 'document ids were found under document_ids, origin or a raw key');
    return { ...result, source: createRecord<unknown>([...Object.entries(result.source), ['document_id', found]]) };
  });
  return { ...response, results };
}

function toError(result: EvaluationCaseResult): RunRecordInput['error'] {
  if (result.error === null) return null;
  return typeof result.error === 'string' ? { message: result.error } : result.error;
}

function statusOf(result: EvaluationCaseResult): FinalStatus {
  const stated = FINAL_STATUSES.find((name) => name === getOwn(result.metadata, 'final_status'));
  return stated ?? (result.error === null ? 'success' : 'error');
}

/** What Heta's report leaves out is not recorded: it has no intents and no first-token times of its own. */
function notRecorded(result: EvaluationCaseResult): RunRecord['not_recorded'] {
  const listed = getOwn(result.metadata, 'not_recorded');
  if (Array.isArray(listed)) return listed as RunRecord['not_recorded'];
  return [
    'intent',
    'first_token',
    ...(result.latency_ms === null ? (['latency'] as const) : []),
    ...(result.response === null && result.error === null ? (['results', 'result_texts', 'answer'] as const) : []),
  ];
}

/** What the report keeps of the case: under `metadata.case` in reports of this program, under `expected` in others. */
function caseFields(metadata: TextRecord<unknown>): Readonly<Record<string, unknown>> {
  const own = getOwn(metadata, 'case');
  if (isObject(own)) return own;
  const expected = getOwn(metadata, 'expected');
  const answers =
    isObject(expected) && Array.isArray(expected['answers'])
      ? expected['answers'].filter((text): text is string => typeof text === 'string')
      : [];
  const evidence =
    isObject(expected) && Array.isArray(expected['evidence']) ? expected['evidence'].filter(isObject) : [];
  return { reference: answers[0] ?? textAt(expected, 'answer') ?? null, reference_answers: answers, evidence };
}

/** A case result of a Heta report as a run record. Throws a `data` error with its line. */
export function toHetaRecord(
  result: EvaluationCaseResult,
  labels: TextRecord<string>,
  context: HetaContext,
): RunRecord {
  const { metadata } = result;
  const unit = getOwn(metadata, 'benchmark_run_unit') ?? getOwn(metadata, 'unit_id');
  const fields = caseFields(metadata);
  const error = toError(result);
  const knownLabels = isObject(fields['labels']) ? Object.entries(fields['labels']) : [];
  const input = {
    ...fields,
    labels: createRecord<unknown>([...knownLabels, ...Object.entries(labels)]),
    query_id: result.case_id,
    user_input: result.query,
    query_mode: result.query_mode,
    unit_id: typeof unit === 'string' ? unit : null,
    pass: numberAt(metadata, 'pass') ?? 0,
    knowledge_base_name: textAt(metadata, 'knowledge_base_name') ?? context.knowledgeBaseName,
    predicted_intent: textAt(metadata, 'predicted_intent') ?? null,
    response:
      result.response === null ? (error === null ? {} : null) : withDocumentIds(result.response, context.repairs),
    not_recorded: notRecorded(result),
    first_token_ms: numberAt(metadata, 'first_token_ms') ?? null,
    latency_ms: result.latency_ms,
    final_status: statusOf(result),
    error,
    attempts: numberAt(metadata, 'attempts') ?? 1,
    started_at: textAt(metadata, 'started_at') ?? null,
    metadata: createRecord(Object.entries(metadata).filter(([key]) => !PLACED.has(key))),
  };
  return cleanSlices(parseRunRecord(input, { file: context.file, line: context.line }), context.repairs);
}
