import { createMemoryStore } from '@reportcard/object-store';
import { describe, expect, it } from 'vitest';
import { type KnowledgeBase, QueryFailure, type RecordOptions, recordBenchmark } from '../src/index.ts';
import { createBenchmark, createEcho, numberedCases, readRecords, sleep } from './fixed-system.ts';

function createFlaky(failures: readonly QueryFailure[]): KnowledgeBase & { calls: number } {
  const knowledgeBase = {
    ...createEcho(),
    calls: 0,
    query() {
      const failure = failures[knowledgeBase.calls++];
      if (failure !== undefined) throw failure;
      return { answer: 'fine' };
    },
  };
  return knowledgeBase;
}

const retryable = (init: { retry_after_ms?: number } = {}): QueryFailure =>
  new QueryFailure({ message: 'busy', error_type: 'rate_limited', retryable: true, ...init });

async function record(
  knowledgeBase: KnowledgeBase,
  extra: Partial<RecordOptions> = {},
): Promise<{ attempts: number; final_status: string; error_type: string | null }> {
  const store = createMemoryStore();
  await recordBenchmark({
    benchmark: createBenchmark(numberedCases(1)),
    knowledgeBase,
    store,
    runId: 'r',
    retry: { attempts: 3, minDelayMs: 1, maxDelayMs: 4 },
    ...extra,
  });
  const [only] = await readRecords(store, 'runs/r.jsonl');
  return {
    attempts: only?.attempts ?? -1,
    final_status: only?.final_status ?? '',
    error_type: only?.error?.error_type ?? null,
  };
}

describe('retries', () => {
  it('asks again only after a retryable error, and counts the attempts', async () => {
    expect(await record(createFlaky([retryable(), retryable()]))).toEqual({
      attempts: 3,
      final_status: 'success',
      error_type: null,
    });
    expect(await record(createFlaky([retryable(), retryable(), retryable()]))).toEqual({
      attempts: 3,
      final_status: 'error',
      error_type: 'rate_limited',
    });
    expect(await record(createFlaky([new QueryFailure({ message: 'no', error_type: 'http_400' })]))).toEqual({
      attempts: 1,
      final_status: 'error',
      error_type: 'http_400',
    });
    expect(await record(createFlaky([retryable()]), { retry: { attempts: 1 } })).toEqual({
      attempts: 1,
      final_status: 'error',
      error_type: 'rate_limited',
    });
  });

  it('waits for Retry-After, but not beyond the total time or ten minutes', async () => {
    expect(await record(createFlaky([retryable({ retry_after_ms: 5 })]))).toMatchObject({
      attempts: 2,
      final_status: 'success',
    });
    expect(await record(createFlaky([retryable({ retry_after_ms: 600_001 })]))).toMatchObject({
      attempts: 1,
      error_type: 'rate_limited',
    });
    expect(await record(createFlaky([retryable({ retry_after_ms: 60_000 })]), { totalTimeoutMs: 1000 })).toMatchObject({
      attempts: 1,
      error_type: 'rate_limited',
    });
  });

  it('does not retry a time-out, and ends an attempt when the total time is used up', async () => {
    const hanging: KnowledgeBase = { ...createEcho(), query: () => new Promise(() => undefined) };
    expect(await record(hanging, { timeoutMs: 20 })).toEqual({
      attempts: 1,
      final_status: 'timeout',
      error_type: 'timeout',
    });
    expect(await record(hanging, { totalTimeoutMs: 20 })).toEqual({
      attempts: 1,
      final_status: 'timeout',
      error_type: 'timeout',
    });
  });
});

describe('intent, concurrency and rate', () => {
  it('records the predicted intent with its own time, and keeps its fault beside the answer', async () => {
    const store = createMemoryStore();
    const knowledgeBase: KnowledgeBase = {
      ...createEcho(),
      predictIntent(question) {
        if (question === 'ask q2') throw new QueryFailure({ message: 'intent service down', error_type: 'http_503' });
        return question === 'ask q1' ? 'A1' : null;
      },
    };
    await recordBenchmark({ benchmark: createBenchmark(numberedCases(3)), knowledgeBase, store, runId: 'r' });
    const records = await readRecords(store, 'runs/r.jsonl');
    expect(records.map((entry) => [entry.predicted_intent, entry.final_status, entry.not_recorded])).toEqual([
      ['A1', 'success', ['first_token']],
      [null, 'success', ['first_token']],
      [null, 'success', ['first_token']],
    ]);
    expect(records[0]?.metadata['intent_ms']).toBeTypeOf('number');
    expect(records[1]?.metadata['intent_error']).toMatchObject({ error_type: 'http_503' });
  });

  it('never has more questions in flight than allowed, and warms up without recording', async () => {
    let running = 0;
    let most = 0;
    let asked = 0;
    const knowledgeBase: KnowledgeBase = {
      ...createEcho(),
      async query() {
        asked++;
        most = Math.max(most, ++running);
        await sleep(2);
        running--;
        return { answer: 'fine' };
      },
    };
    const store = createMemoryStore();
    await recordBenchmark({
      benchmark: createBenchmark(numberedCases(20)),
      knowledgeBase,
      store,
      runId: 'r',
      concurrency: 4,
      warmup: 3,
    });
    expect([most, asked, (await readRecords(store, 'runs/r.jsonl')).length]).toEqual([4, 23, 20]);
  });

  it('asks each question once under a rate limit', async () => {
    const flaky = createFlaky([]);
    const store = createMemoryStore();
    await recordBenchmark({
      benchmark: createBenchmark(numberedCases(6)),
      knowledgeBase: flaky,
      store,
      runId: 'r',
      ratePerSecond: 200,
    });
    expect([flaky.calls, (await readRecords(store, 'runs/r.jsonl')).length]).toEqual([6, 6]);
  });

  it('stops with the store fault when a line cannot be written', async () => {
    const store = createMemoryStore();
    const broken = {
      ...store,
      append: async () => ({ write: () => Promise.reject(new Error('disk full')), close: async () => undefined }),
    };
    await expect(
      recordBenchmark({
        benchmark: createBenchmark(numberedCases(20)),
        knowledgeBase: createFlaky([]),
        store: broken,
        runId: 'r',
      }),
    ).rejects.toThrow('disk full');
    expect(await store.exists('runs/r.lock')).toBe(false);
  });
});
