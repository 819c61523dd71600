import {
  createRecord,
  type NotRecorded,
  parseRunRecord,
  type QueryResponseInput,
  type RunRecord,
  type RunRecordInput,
} from '@reportcard/report-schema';
import type { SampleDraft } from './draft.ts';
import type { RepairLog } from './importer.ts';
import { normalizeSlices, tellSliceKeys } from './slice-fields.ts';

type ResultInput = NonNullable<QueryResponseInput['results']>[number];

function toResults(draft: SampleDraft): ResultInput[] {
  const contexts = draft.contexts ?? [];
  const ids = draft.context_ids ?? [];
  return Array.from({ length: Math.max(contexts.length, ids.length) }, (_, index) => {
    const documentId = ids[index] ?? null;
    return {
      id: documentId === null ? `context_${index + 1}` : documentId,
      text: contexts[index] ?? null,
      score: draft.context_scores?.[index] ?? null,
      source: createRecord<unknown>(documentId === null ? [] : [['document_id', documentId]]),
    };
  });
}

function findNotRecorded(draft: SampleDraft): NotRecorded[] {
  const absent: NotRecorded[] = [];
  if (draft.predicted_intent === undefined) absent.push('intent');
  if (draft.first_token_ms === undefined) absent.push('first_token');
  if (draft.latency_ms === undefined) absent.push('latency');
  if (draft.answer === undefined) absent.push('answer');
  if (draft.contexts === undefined && draft.context_ids === undefined) absent.push('results');
  if (draft.contexts === undefined) absent.push('result_texts');
  return absent;
}

const MAX_DEPTH = 40;

/** A value as a file can hold it: finite numbers, and nothing nested deeper than programs can write. */
function toStorable(value: unknown, depth: number = 0): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return value.toString();
  if (value === null || typeof value !== 'object') return value ?? null;
  if (depth > MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((item) => toStorable(item, depth + 1));
  return createRecord(Object.entries(value).map(([key, item]) => [key, toStorable(item, depth + 1)] as const));
}

/** A draft as a run record under its settled id. Throws a `data` error where a field has a wrong type. */
export function finishDraft(draft: SampleDraft, queryId: string, repairs: RepairLog, file: string): RunRecord {
  const originals = createRecord(Object.entries(draft.original_slice_keys ?? {}));
  const slices = normalizeSlices(draft, originals);
  const changed = Object.keys(originals).length;
  tellSliceKeys(changed, repairs);
  const blank = (draft.contexts ?? []).filter((text) => text !== null && text.trim() === '').length;
  repairs.add('blank_context', 'retrieved contexts without any text were kept as they are', blank);
  const status = draft.final_status ?? (draft.error === undefined ? 'success' : 'error');
  const failed = status !== 'success' && status !== 'refused';
  const input: RunRecordInput = {
    query_id: queryId,
    query_mode: draft.query_mode ?? 'default',
    unit_id: draft.unit_id ?? null,
    pass: draft.pass ?? 0,
    user_input: draft.user_input,
    reference: draft.reference ?? null,
    reference_answers: [...(draft.reference_answers ?? [])],
    reference_contexts: [...(draft.reference_contexts ?? [])],
    reference_doc_ids: [...(draft.reference_doc_ids ?? [])],
    ...slices,
    requires_rag: draft.requires_rag ?? null,
    should_refuse: draft.should_refuse ?? null,
    response: { mode: draft.query_mode ?? 'default', results: toResults(draft), answer: draft.answer ?? null },
    not_recorded: [...(draft.not_recorded ?? findNotRecorded(draft))],
    first_token_ms: draft.first_token_ms ?? null,
    latency_ms: draft.latency_ms ?? null,
    final_status: status,
    error: failed
      ? { message: draft.error ?? `the source says ${status} and gives no reason`, error_type: status }
      : null,
    started_at: draft.started_at ?? null,
    usage: draft.usage ?? null,
    metadata: toStorable({ ...draft.metadata, ...(changed > 0 ? { original_slice_keys: originals } : {}) }) as Record<
      string,
      unknown
    >,
  };
  return parseRunRecord(input, { file, line: draft.line });
}
