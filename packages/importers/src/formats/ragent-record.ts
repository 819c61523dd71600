import {
  createRecord,
  describeValue,
  type FinalStatus,
  type JsonLine,
  parseRunRecord,
  type QueryResult,
  ReportcardError,
  type RunRecord,
  type RunRecordInput,
} from '@reportcard/report-schema';
import type { RepairLog } from '../importer.ts';
import { cleanSlices } from '../slice-fields.ts';

/** Fields of the article's record format that have a place in a run record. */
const KNOWN = new Set([
  'query_id',
  'user_input',
  'reference',
  'reference_doc_ids',
  'reference_doc_ids_nice',
  'intent_l1',
  'intent_l2',
  'difficulty',
  'requires_rag',
  'should_refuse',
  'response',
  'latency_ms',
  'first_token_ms',
  'final_status',
  'retrieved_doc_ids',
  'retrieved_contexts',
  'retrieved_context_doc_ids',
  'intent_pred',
  'error',
]);

/** Known fields that are only kept, in `metadata`. */
const KEPT = new Set([
  'retrieved_doc_ids_raw',
  'retrieved_chunk_ids',
  'intent_pred_all',
  'has_kb',
  'has_mcp',
  'thinking',
]);

const STATUSES: Readonly<Record<string, FinalStatus>> = {
  success: 'success',
  finish: 'success',
  refused: 'refused',
  reject: 'refused',
  error: 'error',
  failed: 'error',
  timeout: 'timeout',
  cancelled: 'cancelled',
  cancel: 'cancelled',
};

type Line = Readonly<Record<string, unknown>>;

function textList(line: Line, field: string, place: JsonLine, file: string): (string | null)[] {
  const value = line[field];
  if (value === undefined || value === null) return [];
  if (
    Array.isArray(value) &&
    value.every((item) => item === null || typeof item === 'string' || typeof item === 'number')
  ) {
    return value.map((item) => (item === null ? null : String(item)));
  }
  throw new ReportcardError({
    code: 'data',
    file,
    line: place.line,
    path: field,
    message: 'the field has the wrong type',
    expected: 'a list of texts',
    got: describeValue(value),
  });
}

function toResults(contexts: readonly (string | null)[], documentIds: readonly (string | null)[]): QueryResult[] {
  const count = Math.max(contexts.length, documentIds.length);
  return Array.from({ length: count }, (_, index) => {
    const documentId = documentIds[index] ?? null;
    return {
      id: `context_${index + 1}`,
      text: contexts[index] ?? null,
      score: null,
      kind: null,
      source: createRecord<unknown>(documentId === null ? [] : [['document_id', documentId]]),
      metadata: createRecord(),
    };
  });
}

function toStatus(line: Line, place: JsonLine, file: string): FinalStatus {
  const value = line['final_status'];
  const status = typeof value === 'string' ? STATUSES[value.toLowerCase()] : undefined;
  if (status !== undefined) return status;
  throw new ReportcardError({
    code: 'data',
    file,
    line: place.line,
    path: 'final_status',
    message: value === undefined ? 'a required field is missing' : 'the status is unknown',
    expected: Object.keys(STATUSES).join(', '),
    got: describeValue(value),
  });
}

function toError(line: Line, status: FinalStatus): RunRecordInput['error'] {
  const value = line['error'];
  if (value === undefined || value === null || value === '') {
    return status === 'success' || status === 'refused'
      ? null
      : { message: `the source says ${status} and gives no reason`, error_type: status };
  }
  return {
    message: typeof value === 'string' ? value : JSON.stringify(value),
    error_type: status === 'success' ? 'error' : status,
  };
}

function notRecorded(line: Line): NonNullable<RunRecordInput['not_recorded']> {
  const absent: NonNullable<RunRecordInput['not_recorded']> = [];
  if (!('intent_pred' in line)) absent.push('intent');
  if (!('first_token_ms' in line)) absent.push('first_token');
  if (!('latency_ms' in line)) absent.push('latency');
  if (!('response' in line)) absent.push('answer');
  if (!('retrieved_doc_ids' in line) && !('retrieved_context_doc_ids' in line)) absent.push('results');
  if (!('retrieved_contexts' in line)) absent.push('result_texts');
  return absent;
}

/** One line of the article's record format as a run record. Throws a `data` error with file, line and field. */
export function toRagentRecord(place: JsonLine, file: string, repairs: RepairLog): RunRecord {
  const value = place.value;
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new ReportcardError({
      code: 'data',
      file,
      line: place.line,
      message: 'the line is no record',
      expected: 'a JSON object',
      got: describeValue(value),
    });
  }
  const line = value as Line;
  const metadata = createRecord<unknown>();
  for (const [key, field] of Object.entries(line)) {
    if (KNOWN.has(key)) continue;
    metadata[key] = field;
    if (!KEPT.has(key))
      repairs.add(`unknown_field:${key}`, `the unknown field ${JSON.stringify(key)} was kept in metadata`);
  }
  const status = toStatus(line, place, file);
  const ranking = 'retrieved_doc_ids' in line ? { ranking: textList(line, 'retrieved_doc_ids', place, file) } : {};
  const record = parseRunRecord(
    {
      query_id: line['query_id'],
      user_input: line['user_input'],
      reference: line['reference'] ?? null,
      reference_doc_ids: cleanIds(textList(line, 'reference_doc_ids', place, file), repairs),
      reference_doc_ids_nice: cleanIds(textList(line, 'reference_doc_ids_nice', place, file), repairs),
      intent_l1: line['intent_l1'] ?? null,
      intent_l2: line['intent_l2'] ?? null,
      difficulty: line['difficulty'] ?? null,
      requires_rag: line['requires_rag'] ?? null,
      should_refuse: line['should_refuse'] ?? null,
      predicted_intent: line['intent_pred'] ?? null,
      response: {
        results: toResults(
          textList(line, 'retrieved_contexts', place, file),
          textList(line, 'retrieved_context_doc_ids', place, file),
        ),
        answer: line['response'] ?? null,
        metadata: ranking,
      },
      not_recorded: notRecorded(line),
      first_token_ms: line['first_token_ms'] ?? null,
      latency_ms: line['latency_ms'] ?? null,
      final_status: status,
      error: toError(line, status),
      metadata,
    },
    { file, line: place.line },
  );
  return cleanSlices(record, repairs);
}

function cleanIds(ids: readonly (string | null)[], repairs: RepairLog): string[] {
  const kept = ids.filter((id): id is string => id !== null && id.trim() !== '');
  repairs.add('blank_reference_id', 'blank reference document ids were dropped', ids.length - kept.length);
  return kept;
}
