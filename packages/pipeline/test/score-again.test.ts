import { createMemoryStore } from '@reportcard/object-store';
import { expect, test } from 'vitest';
import { reportPlace } from '../src/places.ts';
import { reportRun } from '../src/report-run.ts';
import { scoreRun } from '../src/score-run.ts';

const place = reportPlace('r');

async function recorded(): Promise<ReturnType<typeof createMemoryStore>> {
  const store = createMemoryStore();
  const record = { user_input: 'q', final_status: 'success', requires_rag: true, reference_doc_ids: ['d'] };
  const response = { answer: 'a', results: [{ id: 'e' }, { id: 'd' }] };
  const lines = ['a', 'b'].map((query_id) => `${JSON.stringify({ query_id, ...record, response })}\n`);
  await store.put('runs/r.jsonl', lines.join(''));
  return store;
}

const textOf = async (store: ReturnType<typeof createMemoryStore>): Promise<string> =>
  Buffer.from((await store.get(place.scores)) ?? '').toString();

test('a scoring that finds nothing new leaves the scores, and what was made from them, as they are', async () => {
  const store = await recorded();
  await scoreRun({ store, runId: 'r', now: new Date('2026-06-01T00:00:00Z') });
  const before = await textOf(store);
  const { scores } = await scoreRun({ store, runId: 'r', now: new Date('2026-06-02T00:00:00Z') });
  expect(await textOf(store)).toBe(before);
  expect(scores?.meta.volatile.created_at).toBe('2026-06-01T00:00:00.000Z');
  const renderers: [] = [];
  await reportRun({ store, place, runKey: 'r', renderers, locale: 'en', now: new Date('2026-06-03T00:00:00Z') });
  expect(await textOf(store)).toBe(before);
});

test('a scoring under another convention is a new one', async () => {
  const store = await recorded();
  await scoreRun({ store, runId: 'r', now: new Date('2026-06-01T00:00:00Z') });
  const before = await textOf(store);
  await scoreRun({ store, runId: 'r', profile: 'trec', now: new Date('2026-06-02T00:00:00Z') });
  const after = await textOf(store);
  expect(after).not.toBe(before);
  expect(after).toContain('2026-06-02T00:00:00.000Z');
});
