import { type RunRecord, type RunRecordInput, RunRecordSchema } from '@reportcard/report-schema';

/** A result of document `id`. */
export function result(
  id: string,
  text: string | null = `text of ${id}`,
): { id: string; text: string | null; source: { document_id: string } } {
  return { id: `chunk-${id}`, text, source: { document_id: id } };
}

/** A successful record of an answerable question that requires retrieval, with the changes of the test on top. */
export function sampleRecord(changes: Partial<RunRecordInput> = {}): RunRecord {
  return RunRecordSchema.parse({
    query_id: 'Q1',
    user_input: 'Which warranty has the lock?',
    reference: 'Two years.',
    reference_doc_ids: ['a', 'b'],
    intent_l2: 'S1',
    predicted_intent: 'S1',
    requires_rag: true,
    should_refuse: false,
    final_status: 'success',
    first_token_ms: 120,
    latency_ms: 900,
    response: { results: [result('a'), result('c')], answer: 'The lock has a warranty of two years.' },
    ...changes,
  });
}
