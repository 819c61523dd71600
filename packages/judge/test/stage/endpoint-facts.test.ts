import { createMemoryStore } from '@reportcard/object-store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LoopbackServer, rejectWith, startLoopbackServer } from '../../src/testing/index.ts';
import { openStage, scoreAll } from '../open-stage.ts';
import { policies, sampleTask } from '../sample-task.ts';

let server: LoopbackServer;
beforeEach(async () => {
  server = await startLoopbackServer({
    chat: ({ body }) =>
      JSON.stringify(body['response_format'] ?? '').includes('json_schema')
        ? rejectWith(400, 'This response_format type is unavailable now')
        : undefined,
  });
});
afterEach(() => server.close());

describe('what is found out about an endpoint', () => {
  it('is kept for the next scoring, so that its estimate is exact', async () => {
    const store = createMemoryStore();
    await scoreAll(await openStage(server, {}, store), [sampleTask('Q1')]);
    const stage = await openStage(server, {}, store);
    const { calls } = await stage.estimate([sampleTask('Q2')], policies);
    const before = server.count();
    const { evidence } = await scoreAll(stage, [sampleTask('Q2')]);
    // No second check of the embedder, no second walk down the ladder.
    expect(calls).toBe(12);
    expect(server.count() - before).toBe(12);
    expect(evidence['Q2/faithfulness']?.details['judge']).toMatchObject({ formats: ['json_object'] });
  });

  it('is looked up for this model and server only', async () => {
    const store = createMemoryStore();
    await scoreAll(await openStage(server, {}, store), [sampleTask('Q1')]);
    const other = { kind: 'openai-compatible' as const, baseURL: server.baseURL, model: 'judge-2', concurrency: 1 };
    const before = server.chats.length;
    await scoreAll(await openStage(server, { config: other }, store), [sampleTask('Q1', {}, ['faithfulness'])]);
    expect(server.chats.length - before).toBe(3);
  });

  it('is not kept when the cache is off', async () => {
    const store = createMemoryStore();
    await scoreAll(await openStage(server, { cache: 'off' }, store), [sampleTask('Q1')]);
    const keys: string[] = [];
    for await (const key of store.list('')) keys.push(key);
    expect(keys).toEqual([]);
  });
});
