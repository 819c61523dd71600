import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFileStore, createMemoryStore } from '@reportcard/object-store';
import { afterAll, describe, expect, it } from 'vitest';
import { loadRecordIndex, openRecordIndex } from '../src/record-index.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'records-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const line = (id: string, answer: string): string =>
  JSON.stringify({ query_id: id, user_input: `问 ${id}`, final_status: 'success', response: { answer, results: [] } });

/** A BOM, CRLF, a blank line, a text of several megabytes, and no newline at the end. */
const TEXT = `\ufeff${line('a', '门锁 😀')}\r\n\n${line('b', '长'.repeat(1_500_000))}\n${line('c', '')}\n${line('d', 'last')}`;

describe('the records of a run that is too large to be kept', () => {
  it('are those that are kept otherwise, in any order', async () => {
    const store = createFileStore(folder);
    await store.put('runs/r.jsonl', TEXT);
    const kept = await loadRecordIndex(store, 'r');
    const opened = await openRecordIndex(store, 'r', 0);
    for (const id of ['c', 'a', 'd', 'b', 'a', 'x']) {
      expect(opened?.get(id), id).toEqual(kept?.get(id));
      expect(opened?.line(id), id).toBe(kept?.line(id));
    }
    expect(opened?.get('a')?.response?.answer).toBe('门锁 😀');
    expect(opened?.line('b')).toBe(3);
    opened?.close();
  });

  it('are found over many blocks, one after the other and backwards', async () => {
    const store = createFileStore(folder);
    const ids = Array.from({ length: 3000 }, (_, index) => `q${index}`);
    await store.put('runs/many.jsonl', ids.map((id) => `${line(id, `${id} ${'答'.repeat(500)}`)}\n`).join(''));
    const opened = await openRecordIndex(store, 'many', 0);
    for (const id of [...ids, ...ids.toReversed()]) expect(opened?.get(id)?.user_input).toBe(`问 ${id}`);
    opened?.close();
  });

  it('are kept where the store reads no parts', async () => {
    const store = createMemoryStore();
    await store.put('runs/r.jsonl', TEXT);
    const opened = await openRecordIndex(store, 'r', 0);
    expect(opened?.get('d')?.response?.answer).toBe('last');
    opened?.close();
  });

  it('stay those of the file that was opened when another one takes its place', async () => {
    const store = createFileStore(folder);
    await store.put('runs/r.jsonl', TEXT);
    const opened = await openRecordIndex(store, 'r', 0);
    await store.put('runs/r.jsonl', `${line('z', 'new')}\n`);
    expect(opened?.get('c')?.user_input).toBe('问 c');
    opened?.close();
  });
});
