import { describeAnswers } from '@reportcard/judge';
import { createMemoryStore, type ObjectStore, readText } from '@reportcard/object-store';
import { formatJsonLine, type RunRecordInput } from '@reportcard/report-schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeRuns, scoreRun } from '../src/index.ts';

const NOW = new Date('2026-06-01T06:30:22.000Z');

type Drawn = Omit<RunRecordInput, 'query_id'> & { readonly part: number };

const DOCUMENTS = ['d1', 'd2', 'd3', 'd4', ''];
const drawn: fc.Arbitrary<Drawn> = fc.record({
  part: fc.nat(2),
  user_input: fc.constantFrom('when?', '什么时候？'),
  reference: fc.constantFrom(null, 'At nine.'),
  reference_doc_ids: fc.uniqueArray(fc.constantFrom('d1', 'd2', 'd3'), { maxLength: 3 }),
  requires_rag: fc.constantFrom(true, false, null),
  should_refuse: fc.constantFrom(true, false, null),
  intent_l1: fc.constantFrom(null, 'A', 'B', '__proto__'),
  intent_l2: fc.constantFrom(null, 'x', 'y', '7'),
  predicted_intent: fc.constantFrom(null, 'x', 'y'),
  difficulty: fc.constantFrom(null, 'easy', 'hard'),
  labels: fc.dictionary(fc.constantFrom('region', 'team'), fc.constantFrom('n', 's', null), { maxKeys: 2 }),
  query_mode: fc.constantFrom('default', 'default', 'dense'),
  pass: fc.constantFrom(0, 0, 0, 1),
  first_token_ms: fc.option(fc.double({ min: 0, max: 1e5, noNaN: true })),
  latency_ms: fc.option(fc.double({ min: 0, max: 1e5, noNaN: true })),
  final_status: fc.constantFrom('success', 'success', 'success', 'refused'),
  response: fc.record({
    answer: fc.constantFrom('At nine.', '', 'No documents were found.'),
    results: fc.array(
      fc.constantFrom(...DOCUMENTS).map((id) => ({ id, text: `text of ${id}` })),
      { maxLength: 8 },
    ),
  }),
});

async function write(store: ObjectStore, runId: string, records: readonly RunRecordInput[]): Promise<void> {
  await store.put(`runs/${runId}.jsonl`, records.map((record) => formatJsonLine(record)).join(''));
}

/** Outside `meta.volatile`. */
async function readFixed(store: ObjectStore, runId: string): Promise<string> {
  const text = (await readText(store, `reports/${runId}/_scores.json`)) ?? '';
  return text.replace(/"volatile": \{[\s\S]*?\n {4}\}/, '');
}

describe('merging runs', () => {
  it('gives the bytes of one scoring, however the run was cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(drawn, { minLength: 3, maxLength: 25 }),
        fc.constantFrom('default', 'ragent', 'trec'),
        async (samples, profile) => {
          const parts = [0, 1, 2].map((part) =>
            samples
              .map(({ part: at, ...rest }, index) => ({ at, record: { query_id: `${index}`, ...rest } }))
              .filter(({ at }) => at === part)
              .map(({ record }) => record),
          );
          const filled = parts.filter((records) => records.length > 0);
          fc.pre(filled.length > 1);
          const store = createMemoryStore();
          for (const [index, records] of filled.entries()) {
            await write(store, `part${index}`, records);
            await scoreRun({ store, runId: `part${index}`, profile, now: NOW });
          }
          const shards = filled.map((_, index) => ({ store, runId: `part${index}`, shown: `part ${index}` }));
          const whole = createMemoryStore();
          await write(whole, 'all', filled.flat());
          await scoreRun({ store: whole, runId: 'all', profile, now: NOW });
          await mergeRuns({ store, runId: 'all', shards, describeAnswers, now: NOW });
          expect(await readFixed(store, 'all')).toBe(await readFixed(whole, 'all'));
          expect(await readText(store, 'reports/all/per_sample.csv')).not.toBe('');
          // Scored again, with the meta file the merge has left, it stays as it is.
          const merged = await readFixed(store, 'all');
          await scoreRun({ store, runId: 'all', profile, now: NOW });
          expect(await readFixed(store, 'all')).toBe(merged);
        },
      ),
      { numRuns: 15 },
    );
  });
});
