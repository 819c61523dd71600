import { gateMatchers } from '@reportcard/gate/vitest';
import { createMemoryStore } from '@reportcard/object-store';
import { scoreRun } from '@reportcard/pipeline';
import { type KnowledgeBase, recordBenchmark } from '@reportcard/runner';
import { expect, it } from 'vitest';
import { answer } from './assistant.ts';

expect.extend(gateMatchers);

const assistant: KnowledgeBase = {
  name: 'assistant',
  manifest: () => ({ name: 'assistant' }),
  async query(question) {
    const { text, sources } = await answer(question);
    return { answer: text, results: sources.map((id) => ({ id, text: '', source: { document_id: id } })) };
  },
};

const CASES = [
  { query_id: 'q1', user_input: 'Where is my parcel?', reference_doc_ids: ['SHIP_1'], requires_rag: true },
  { query_id: 'q2', user_input: 'When will you deliver?', reference_doc_ids: ['SHIP_1'], requires_rag: true },
  { query_id: 'q3', user_input: 'Can I return it?', reference_doc_ids: ['RETURN_1'], requires_rag: true },
];

it('finds the right document and answers', async () => {
  const store = createMemoryStore();
  const benchmark = { manifest: { name: 'smoke' }, documents: () => [], cases: () => CASES };
  await recordBenchmark({ benchmark, knowledgeBase: assistant, store, runId: 'smoke' });
  const { scores } = await scoreRun({ store, runId: 'smoke', now: new Date() });
  expect(scores).toPassGate(['hit@5>=0.9', 'request_failure_rate<=0']);
});
