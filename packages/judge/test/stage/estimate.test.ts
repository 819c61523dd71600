import { createMemoryStore } from '@reportcard/object-store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LoopbackServer, startLoopbackServer } from '../../src/testing/index.ts';
import { openStage, scoreAll } from '../open-stage.ts';
import { policies, sampleTask, sampleTasks } from '../sample-task.ts';

let server: LoopbackServer;
beforeEach(async () => {
  server = await startLoopbackServer();
});
afterEach(() => server.close());

describe('the estimate on a well-behaved server', () => {
  it('equals the requests made, cold, the check of the embedder included', async () => {
    const stage = await openStage(server);
    const tasks = sampleTasks(3);
    const estimate = await stage.estimate(tasks, policies);
    const { ledger } = await scoreAll(stage, tasks);
    // Per sample: 2 D, 2 V, 3 Q, 1 C, 2 U and 2 embedding batches; once: the check.
    expect(estimate.calls).toBe(3 * 12 + 1);
    expect(server.count()).toBe(3 * 12 + 1);
    expect(ledger.calls).toBe(3 * 12 + 1);
    expect(estimate.by_step).toMatchObject({
      decompose: { calls: 6 },
      verify: { calls: 6 },
      question: { calls: 9 },
      classify: { calls: 3 },
      useful: { calls: 6 },
      embed: { calls: 6 },
      embed_check: { calls: 1 },
    });
  });

  it('is zero warm, and scoring makes no request', async () => {
    const store = createMemoryStore();
    const tasks = sampleTasks(2);
    const first = await scoreAll(await openStage(server, {}, store), tasks);
    const before = server.count();
    const stage = await openStage(server, {}, store);
    const estimate = await stage.estimate(tasks, policies);
    const second = await scoreAll(stage, tasks);
    expect(estimate).toMatchObject({ calls: 0, max_calls: 0, prompt_tokens: 0, cached: 2 * 12 });
    expect(estimate.oldest_cached_at).toBe('2026-06-01T00:00:00.000Z');
    expect(server.count()).toBe(before);
    expect(second.lines).toBe(first.lines);
  });

  it('counts a question that two samples share once', async () => {
    const stage = await openStage(server);
    const [a] = sampleTasks(1);
    const twin = { ...sampleTask('Q0'), sample_id: 'Q0@other' };
    const other = sampleTask('Q0', {
      response: {
        results: [
          { id: 'Q0-1', text: 'Lock Q0 comes with two years of warranty.' },
          { id: 'Q0-2', text: 'Opening hours are nine to five.' },
        ],
        answer: 'Only one year.',
      },
    });
    const tasks = [a, twin, { ...other, sample_id: 'Q0@third' }].filter((task) => task !== undefined);
    const estimate = await stage.estimate(tasks, policies);
    await scoreAll(stage, tasks);
    // 12 + check for the first two; the third shares D(reference), V over the reference and both U: D, V, 3 Q, C, 2 embeds.
    expect(estimate.calls).toBe(13 + 8);
    expect(server.count()).toBe(13 + 8);
  });

  it.each(['off', 'refresh'] as const)('holds with the cache on %s', async (cache) => {
    const store = createMemoryStore();
    const tasks = [...sampleTasks(2), { ...sampleTask('Q0'), sample_id: 'Q0@other' }];
    await scoreAll(await openStage(server, {}, store), tasks);
    const before = server.count();
    const stage = await openStage(server, { cache }, store);
    const estimate = await stage.estimate(tasks, policies);
    await scoreAll(stage, tasks);
    expect(estimate.calls).toBe(2 * 12 + 1);
    expect(server.count() - before).toBe(2 * 12 + 1);
  });

  it('knows fixed repeats', async () => {
    const stage = await openStage(server, { repeats: 2 });
    const tasks = sampleTasks(2);
    const estimate = await stage.estimate(tasks, policies);
    await scoreAll(stage, tasks);
    expect(server.count()).toBe(estimate.calls);
  });
});
