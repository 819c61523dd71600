import { sha256 } from './canonical-json.ts';
import type { RunRecord } from './run-record.ts';

// Keys stand sorted, so that each text is the canonical JSON of its object, made in one native call.

/** Hash of what a judge sees of a sample: user_input, reference, result ids and texts, answer, final_status. */
export function hashInputs(record: RunRecord): string {
  const { response } = record;
  return sha256(
    JSON.stringify({
      answer: response?.answer ?? null,
      final_status: record.final_status,
      reference: record.reference,
      results: (response?.results ?? []).map(({ id, text }) => ({ id, text })),
      user_input: record.user_input,
    }),
  );
}

/** Hash of the question itself: user_input, reference, reference_doc_ids. Runs pair on it. */
export function hashCase(record: Pick<RunRecord, 'user_input' | 'reference' | 'reference_doc_ids'>): string {
  const { user_input, reference, reference_doc_ids } = record;
  return sha256(JSON.stringify({ reference, reference_doc_ids, user_input }));
}
