import { createMemoryStore } from '@reportcard/object-store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LoopbackServer, startLoopbackServer } from '../../src/testing/index.ts';
import { openStage, scoreAll } from '../open-stage.ts';
import { sampleTasks } from '../sample-task.ts';

let server: LoopbackServer;
beforeEach(async () => {
  server = await startLoopbackServer();
});
afterEach(() => server.close());

const PRICES = { 'judge-1': { in: 1, out: 2 } };

describe('a budget', () => {
  it('stops before it is exceeded, keeps what was bought and marks the rest', async () => {
    const { ledger, evidence } = await scoreAll(await openStage(server, { budget: { maxCalls: 40 } }), sampleTasks(6));
    expect(ledger).toMatchObject({ budget_exhausted: true, calls: 40 });
    expect(server.count()).toBe(40);
    const states = Object.values(evidence).map(({ status, code }) => `${status}/${code}`);
    expect(states).toHaveLength(30);
    expect(new Set(states)).toEqual(new Set(['ok/null', 'skipped/budget_exhausted']));
    expect(states.filter((state) => state === 'ok/null').length).toBeGreaterThanOrEqual(9);
  });

  it('of tokens is kept too', async () => {
    const { ledger } = await scoreAll(await openStage(server, { budget: { maxTokens: 40_000 } }), sampleTasks(12));
    const spent = Object.values(ledger.by_metric).reduce(
      (sum, one) => sum + one.prompt_tokens + one.completion_tokens,
      0,
    );
    expect(ledger.budget_exhausted).toBe(true);
    expect(spent).toBeLessThanOrEqual(40_000);
    expect(spent).toBeGreaterThan(20_000);
  });

  it('of money is kept too', async () => {
    const stage = await openStage(server, { budget: { maxMoney: 0.04 }, prices: PRICES });
    const { ledger } = await scoreAll(stage, sampleTasks(12));
    expect(ledger.budget_exhausted).toBe(true);
    expect(ledger.money).toBeLessThanOrEqual(0.04);
    expect(ledger.money).toBeGreaterThan(0.02);
  });

  it('of money needs a price', async () => {
    await expect(openStage(server, { budget: { maxMoney: 1 } })).rejects.toMatchObject({
      code: 'config',
      path: 'budget.maxMoney',
      message: expect.stringContaining('judge-1'),
    });
  });

  it('is resumable: a second scoring pays only for what is missing', async () => {
    const store = createMemoryStore();
    const tasks = sampleTasks(6);
    await scoreAll(await openStage(server, { budget: { maxCalls: 40 } }, store), tasks);
    const { ledger, evidence } = await scoreAll(await openStage(server, {}, store), tasks);
    expect(server.count()).toBe(6 * 12 + 1);
    expect(ledger).toMatchObject({ budget_exhausted: false, calls: 6 * 12 + 1 - 40 });
    expect(Object.values(evidence).every(({ status }) => status === 'ok')).toBe(true);
  });

  it('reaches a random subset, the same for the same seed', async () => {
    const reach = async (seed: string): Promise<string[]> => {
      const stage = await openStage(server, {
        seed,
        budget: { maxCalls: 61 },
        config: { kind: 'openai-compatible', baseURL: server.baseURL, model: 'judge-1', concurrency: 1 },
      });
      const { evidence } = await scoreAll(stage, sampleTasks(20));
      return Object.values(evidence)
        .filter(({ status, metric }) => status === 'ok' && metric === 'context_precision')
        .map(({ sample_id }) => sample_id)
        .sort();
    };
    const first = await reach('run-1');
    expect(first).toHaveLength(5);
    expect(await reach('run-1')).toEqual(first);
    expect(await reach('run-2')).not.toEqual(first);
    expect(first).not.toEqual(['Q0', 'Q1', 'Q2', 'Q3', 'Q4']);
  });

  it('costs nothing where the cache knows the answers', async () => {
    const store = createMemoryStore();
    await scoreAll(await openStage(server, {}, store), sampleTasks(2));
    const { ledger } = await scoreAll(await openStage(server, { budget: { maxCalls: 0 } }, store), sampleTasks(2));
    expect(ledger).toMatchObject({ calls: 0, budget_exhausted: false });
  });
});

describe('the ledger', () => {
  it('books calls, tokens and money on the metrics that paid', async () => {
    const { ledger } = await scoreAll(await openStage(server, { prices: PRICES }), sampleTasks(1));
    const calls = Object.values(ledger.by_metric).reduce((sum, one) => sum + one.calls, 0);
    expect(calls).toBe(13);
    expect(ledger.by_metric['context_precision']).toMatchObject({ calls: 2, cached: 0 });
    const { prompt_tokens, completion_tokens, money } = ledger.by_metric['context_precision'] ?? {};
    expect(money).toBeCloseTo(((prompt_tokens ?? 0) + 2 * (completion_tokens ?? 0)) / 1e6, 12);
    expect(ledger.money).toBeGreaterThan(money ?? Number.POSITIVE_INFINITY);
  });

  it('knows no money without prices', async () => {
    const { ledger } = await scoreAll(await openStage(server), sampleTasks(1));
    expect(ledger.money).toBeNull();
  });
});
