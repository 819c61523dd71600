import { createMemoryStore } from '@reportcard/object-store';
import { formatScores, parseScores, sampleSource, samplesOf, sha256, tableFromScores } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { loadHashedScores } from '../src/load-scores.ts';
import { reportPlace } from '../src/places.ts';
import { scoreRun } from '../src/score-run.ts';

const place = reportPlace('r');

async function scored(ids: readonly string[]): Promise<{ text: string; store: ReturnType<typeof createMemoryStore> }> {
  const store = createMemoryStore();
  const record = { user_input: 'q', final_status: 'success', requires_rag: true, reference_doc_ids: ['d'] };
  const response = { answer: 'a', results: [{ id: 'd', text: 't' }] };
  const lines = ids.map((query_id) => `${JSON.stringify({ query_id, ...record, response })}\n`);
  await store.put('runs/r.jsonl', lines.join(''));
  await scoreRun({ store, runId: 'r', now: new Date(0) });
  return { text: Buffer.from((await store.get(place.scores)) ?? '').toString(), store };
}

describe('a _scores.json in our form', () => {
  it.each([
    { ids: ['a', '__proto__', 'constructor', 'q"1', '门', 'b\n'] },
    { ids: ['z', '10', '9', '007', 'a', '4294967294'] },
    { ids: ['only'] },
  ])('is read row by row as it is parsed as a whole: $ids', async ({ ids }) => {
    const { text, store } = await scored(ids);
    const loaded = await loadHashedScores(store, place, 0);
    const whole = parseScores(JSON.parse(text), {});
    expect(sampleSource(loaded?.scores ?? whole)).toBeDefined();
    expect(loaded?.sha256).toBe(sha256(text));
    expect([...samplesOf(loaded?.scores ?? whole)]).toEqual(Object.entries(whole.per_sample));
    expect(Object.keys(loaded?.scores.per_sample ?? {})).toEqual(Object.keys(whole.per_sample));
    expect(JSON.stringify(loaded?.scores)).toBe(JSON.stringify(whole));
    expect([...formatScores(loaded?.scores ?? whole)].join('')).toBe(text);
    expect(tableFromScores(loaded?.scores ?? whole).length).toBe(ids.length);
  });

  it.each<[string, (text: string) => string]>([
    ['a row that lacks a metric', (text) => text.replace(/"hit@1":1,/, '')],
    ['a row twice', (text) => text.replace('    "b":', '    "a":')],
    ['another indentation', (text) => JSON.stringify(JSON.parse(text), null, 1)],
    ['one line', (text) => JSON.stringify(JSON.parse(text))],
    ['lines that end with CRLF', (text) => text.replaceAll('\n', '\r\n')],
  ])('is parsed as a whole with %s', async (_, change) => {
    const { text, store } = await scored(['a', 'b']);
    const changed = change(text);
    expect(changed).not.toBe(text);
    await store.put(place.scores, changed);
    const loaded = await loadHashedScores(store, place, 0);
    expect(loaded?.scores).toEqual(parseScores(JSON.parse(changed), {}));
    expect(loaded?.sha256).toBe(sha256(changed));
  });

  it('names the fault of a broken one', async () => {
    const { text, store } = await scored(['a', 'b']);
    await store.put(place.scores, text.slice(0, -40));
    await expect(loadHashedScores(store, place, 0)).rejects.toMatchObject({ code: 'data' });
  });

  it('is read from a store that gives it byte by byte', async () => {
    const { text, store } = await scored(['a', '门', 'c']);
    const bytes = Buffer.from(text);
    const slow = {
      ...store,
      read: async function* () {
        for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
      },
    };
    const loaded = await loadHashedScores(slow, place, 0);
    expect([...formatScores(loaded?.scores ?? parseScores({}, {}))].join('')).toBe(text);
    expect(sampleSource(loaded?.scores ?? parseScores({}, {}))).toBeDefined();
  });

  it('cannot be changed through its map of samples', async () => {
    const { store } = await scored(['a']);
    const loaded = await loadHashedScores(store, place, 0);
    expect(() => {
      Object.assign(loaded?.scores.per_sample ?? {}, { b: {} });
    }).toThrow(/copy them first/);
  });
});
