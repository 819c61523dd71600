import { describe, expect, it } from 'vitest';
import { createJudgeHandler, createRecordHandler } from '../src/index.ts';

const { signal } = new AbortController();

describe('a job that another version handed out', () => {
  it.each([
    ['run_id', { query_id: 'q1', fingerprint_parts: {} }],
    ['pass', { run_id: 'r', recorded_at: 't', query_id: 'q1', query_mode: 'm', unit_id: null, fingerprint_parts: {} }],
    ['fingerprint_parts', { run_id: 'r' }],
  ])('is refused by a recorder that misses %s, before anything is asked', async (field, payload) => {
    const handler = createRecordHandler(() => Promise.reject(new Error('asked')));
    await expect(handler(payload, signal)).rejects.toMatchObject({ code: 'config', path: field });
  });

  it.each([
    ['policies', { spec: {}, task: {}, fingerprints: {} }],
    ['task', { spec: {}, policies: {}, fingerprints: {}, task: { sample_id: 'q1' } }],
  ])('is refused by a judge that misses %s, before anything is asked', async (field, payload) => {
    const handler = createJudgeHandler(() => Promise.reject(new Error('asked')));
    await expect(handler(payload, signal)).rejects.toMatchObject({ code: 'config', path: field });
  });
});
