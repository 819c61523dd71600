import { canonicalJson, sha256 } from './canonical-json.ts';
import type { RunRecord } from './run-record.ts';

/** Hash of what a judge sees of a sample: user_input, reference, result ids and texts, answer, final_status. */
export function hashInputs(record: RunRecord): string {
  return sha256(
    canonicalJson({
      user_input: record.user_input,
      reference: record.reference,
      results: (record.response?.results ?? []).map((result) => ({ id: result.id, text: result.text })),
      answer: record.response?.answer ?? null,
      final_status: record.final_status,
    }),
  );
}

/** Hash of the question itself: user_input, reference, reference_doc_ids. Runs pair on it. */
export function hashCase(record: Pick<RunRecord, 'user_input' | 'reference' | 'reference_doc_ids'>): string {
  const { user_input, reference, reference_doc_ids } = record;
  return sha256(canonicalJson({ user_input, reference, reference_doc_ids }));
}
