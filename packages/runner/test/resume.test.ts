import { createMemoryStore, type ObjectStore, readText } from '@reportcard/object-store';
import { formatJsonLine, type RunRecord } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { type KnowledgeBase, QueryFailure, type RecordOptions, recordBenchmark } from '../src/index.ts';
import { createBenchmark, createEcho, numberedCases, readRecords, sleep } from './fixed-system.ts';

const START = { benchmark: createBenchmark(numberedCases(6)), runId: 'r' };

function withoutTimes(records: readonly RunRecord[]): unknown[] {
  return records.map(({ started_at: _at, latency_ms: _latency, first_token_ms: _first, ...rest }) => rest);
}

/** Records until `count` lines are written, then aborts as Ctrl+C does. */
async function interrupt(store: ObjectStore, count: number, extra: Partial<RecordOptions> = {}): Promise<void> {
  const controller = new AbortController();
  const result = await recordBenchmark({
    ...START,
    knowledgeBase: createSlowEcho(),
    store,
    concurrency: 2,
    signal: controller.signal,
    ...extra,
    onProgress: (event) => {
      if (event.type === 'record' && event.done === count) controller.abort();
    },
  });
  expect(result.interrupted).toBe(true);
}

function createSlowEcho(): KnowledgeBase {
  const results = [{ id: 'c1', text: 'first document', source: { document_id: 'd1' } }];
  return {
    ...createEcho(),
    async query(question) {
      await sleep(2);
      return { answer: `answer to ${question}`, results };
    },
  };
}

describe('an interrupted recording', () => {
  it('keeps what was recorded, and resumes to the file an undisturbed run gives', async () => {
    const undisturbed = createMemoryStore();
    await recordBenchmark({ ...START, knowledgeBase: createEcho(), store: undisturbed });
    const store = createMemoryStore();
    await interrupt(store, 3);
    expect(await store.exists('runs/r.lock')).toBe(false);
    const before = await readRecords(store, 'runs/r.jsonl');
    expect(before.length).toBe(3);
    const meta = JSON.parse((await readText(store, 'runs/r.meta.json')) ?? '') as {
      finished_at: unknown;
      status: { success: number };
      recorded_at: string;
    };
    expect([meta.finished_at, meta.status.success]).toEqual([null, 3]);
    const result = await recordBenchmark({ ...START, knowledgeBase: createEcho(), store, resume: true });
    expect(result).toMatchObject({ n_kept: 3, n_new: 3, n_records: 6, interrupted: false });
    expect(result.meta.recorded_at).toBe(meta.recorded_at);
    expect(withoutTimes(await readRecords(store, 'runs/r.jsonl'))).toEqual(
      withoutTimes(await readRecords(undisturbed, 'runs/r.jsonl')),
    );
  });

  it('drops a torn last line and says so, wherever it was torn', async () => {
    const whole = createMemoryStore();
    await interrupt(whole, 3);
    const text = (await readText(whole, 'runs/r.jsonl')) ?? '';
    const lastLine = text.lastIndexOf('\n', text.length - 2) + 1;
    for (const cut of [lastLine + 1, lastLine + 40, text.length - 2]) {
      const store = createMemoryStore();
      await store.put('runs/r.meta.json', (await readText(whole, 'runs/r.meta.json')) ?? '');
      await store.put('runs/r.jsonl', text.slice(0, cut));
      const result = await recordBenchmark({ ...START, knowledgeBase: createEcho(), store, resume: true });
      expect(result).toMatchObject({ n_kept: 2, n_new: 4, n_records: 6 });
      expect(result.notes).toEqual(['line 3 of runs/r.jsonl was cut off and is dropped; its question is asked again']);
      expect((await readRecords(store, 'runs/r.jsonl')).map((record) => record.query_id)).toEqual([
        'q1',
        'q2',
        'q3',
        'q4',
        'q5',
        'q6',
      ]);
    }
  });

  it('keeps a last line that only lacks its newline, and starts over from a file whose only line is torn', async () => {
    const store = createMemoryStore();
    await interrupt(store, 3);
    const text = (await readText(store, 'runs/r.jsonl')) ?? '';
    await store.put('runs/r.jsonl', text.slice(0, -1));
    expect(await recordBenchmark({ ...START, knowledgeBase: createEcho(), store, resume: true })).toMatchObject({
      n_kept: 3,
      n_records: 6,
      notes: [],
    });
    expect((await readRecords(store, 'runs/r.jsonl')).length).toBe(6);
    await store.put('runs/r.jsonl', text.slice(0, 20));
    expect(await recordBenchmark({ ...START, knowledgeBase: createEcho(), store, resume: true })).toMatchObject({
      n_kept: 0,
      n_new: 6,
      n_records: 6,
    });
    expect((await readRecords(store, 'runs/r.jsonl')).length).toBe(6);
  });

  it('starts when there is nothing to resume, and refuses to record over a run', async () => {
    const store = createMemoryStore();
    expect(await recordBenchmark({ ...START, knowledgeBase: createEcho(), store, resume: true })).toMatchObject({
      n_new: 6,
      n_kept: 0,
    });
    await expect(recordBenchmark({ ...START, knowledgeBase: createEcho(), store })).rejects.toMatchObject({
      code: 'usage',
      message: 'the run r exists already',
    });
    expect(await recordBenchmark({ ...START, knowledgeBase: createEcho(), store, resume: true })).toMatchObject({
      n_new: 0,
      n_kept: 6,
    });
  });

  it('refuses when data set or configuration changed, and says what', async () => {
    const store = createMemoryStore();
    await interrupt(store, 2, { configuration: { target: 'a' } });
    const changed: readonly [Partial<RecordOptions>, string][] = [
      [{ benchmark: createBenchmark(numberedCases(7)) }, 'dataset'],
      [{ benchmark: createBenchmark(numberedCases(6), { name: 'other' }) }, 'benchmark'],
      [{ queryModes: ['a'] }, 'query_modes'],
      [{ passes: 2 }, 'passes'],
      [{ topK: 3 }, 'query'],
      [{ configuration: { target: 'b' } }, 'configuration'],
      [{ knowledgeBase: createEcho('else') }, 'recipe'],
    ];
    for (const [change, got] of changed) {
      const resumed = recordBenchmark({
        ...START,
        knowledgeBase: createEcho(),
        store,
        configuration: { target: 'a' },
        resume: true,
        ...change,
      });
      await expect(resumed).rejects.toMatchObject({ code: 'usage', got });
    }
    expect((await readRecords(store, 'runs/r.jsonl')).length).toBe(2);
    expect(await store.exists('runs/r.lock')).toBe(false);
    const more = await recordBenchmark({
      ...START,
      knowledgeBase: createEcho(),
      store,
      configuration: { target: 'a' },
      resume: true,
      concurrency: 1,
      timeoutMs: 5,
    });
    expect(more.n_kept).toBe(2);
  });

  it('asks again what failed when told to, one line a sample in the end', async () => {
    const store = createMemoryStore();
    const failing: KnowledgeBase = {
      ...createEcho(),
      query(question) {
        if (question === 'ask q2') throw new QueryFailure({ message: 'down', error_type: 'http_500' });
        return { answer: 'fine' };
      },
    };
    await recordBenchmark({ ...START, knowledgeBase: failing, store });
    expect(await recordBenchmark({ ...START, knowledgeBase: createEcho(), store, resume: true })).toMatchObject({
      n_new: 0,
    });
    const again = await recordBenchmark({
      ...START,
      knowledgeBase: createEcho(),
      store,
      resume: true,
      retryErrors: true,
    });
    expect(again).toMatchObject({ n_new: 1, n_kept: 5, n_records: 6 });
    expect(again.meta.status).toMatchObject({ success: 6, error: 0 });
    const records = await readRecords(store, 'runs/r.jsonl');
    expect(records.map((record) => [record.query_id, record.response?.answer])).toEqual([
      ['q1', 'fine'],
      ['q2', 'answer to ask q2'],
      ['q3', 'fine'],
      ['q4', 'fine'],
      ['q5', 'fine'],
      ['q6', 'fine'],
    ]);
  });

  it('extends a limited recording', async () => {
    const store = createMemoryStore();
    expect(
      (await recordBenchmark({ ...START, knowledgeBase: createEcho(), store, limit: 2 })).meta.dataset.n_samples,
    ).toBe(2);
    expect(
      await recordBenchmark({ ...START, knowledgeBase: createEcho(), store, limit: 4, resume: true }),
    ).toMatchObject({ n_kept: 2, n_new: 2, n_records: 4 });
  });

  it('refuses a run file with a broken line in its middle or a foreign sample', async () => {
    const store = createMemoryStore();
    await interrupt(store, 3);
    const text = (await readText(store, 'runs/r.jsonl')) ?? '';
    await store.put('runs/r.jsonl', `{"broken\n${text}`);
    await expect(recordBenchmark({ ...START, knowledgeBase: createEcho(), store, resume: true })).rejects.toMatchObject(
      { code: 'data', file: 'runs/r.jsonl', line: 1 },
    );
    const foreign = { ...(JSON.parse(text.slice(0, text.indexOf('\n'))) as RunRecord), query_id: 'q99' };
    await store.put('runs/r.jsonl', text + formatJsonLine(foreign));
    await expect(recordBenchmark({ ...START, knowledgeBase: createEcho(), store, resume: true })).rejects.toMatchObject(
      { code: 'data', line: 4 },
    );
  });
});

describe('a recording in several passes and modes', () => {
  it('orders by case, unit, mode and pass', async () => {
    const store = createMemoryStore();
    const benchmark = createBenchmark(numberedCases(2));
    await recordBenchmark({
      benchmark,
      knowledgeBase: createEcho(),
      store,
      runId: 'r',
      queryModes: ['b', 'a'],
      passes: 2,
      warmup: 1,
    });
    const records = await readRecords(store, 'runs/r.jsonl');
    expect(records.map((record) => [record.query_id, record.query_mode, record.pass])).toEqual([
      ['q1', 'b', 0],
      ['q1', 'b', 1],
      ['q1', 'a', 0],
      ['q1', 'a', 1],
      ['q2', 'b', 0],
      ['q2', 'b', 1],
      ['q2', 'a', 0],
      ['q2', 'a', 1],
    ]);
  });
});
