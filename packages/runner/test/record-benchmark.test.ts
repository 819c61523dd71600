import { createMemoryStore } from '@reportcard/object-store';
import { describe, expect, it } from 'vitest';
import { type KnowledgeBase, QueryFailure, type RecordProgress, recordBenchmark } from '../src/index.ts';
import { createBenchmark, createEcho, numberedCases, readRecords, sleep } from './fixed-system.ts';

describe('recordBenchmark', () => {
  it('writes a record a case in data-set order and a meta file that says what was asked', async () => {
    const store = createMemoryStore();
    const slowFirst: KnowledgeBase = {
      ...createEcho(),
      async query(question) {
        await sleep(question === 'ask q1' ? 30 : 1);
        return { answer: `answer to ${question}` };
      },
    };
    const events: RecordProgress[] = [];
    const result = await recordBenchmark({
      benchmark: createBenchmark(numberedCases(5)),
      knowledgeBase: slowFirst,
      store,
      runId: 'r1',
      concurrency: 3,
      onProgress: (event) => events.push(event),
    });
    const records = await readRecords(store, 'runs/r1.jsonl');
    expect(records.map((record) => record.query_id)).toEqual(['q1', 'q2', 'q3', 'q4', 'q5']);
    expect(records[0]).toMatchObject({
      user_input: 'ask q1',
      unit_id: null,
      pass: 0,
      query_mode: 'default',
      knowledge_base_name: 'echo',
      final_status: 'success',
      attempts: 1,
      error: null,
      first_token_ms: null,
      not_recorded: ['intent', 'first_token'],
    });
    expect(records[0]?.response?.answer).toBe('answer to ask q1');
    expect(result).toMatchObject({
      n_records: 5,
      n_new: 5,
      n_kept: 0,
      interrupted: false,
      records_key: 'runs/r1.jsonl',
    });
    expect(result.meta).toMatchObject({
      run_id: 'r1',
      dataset: { name: 'small', n_samples: 5 },
      status: { success: 5, error: 0 },
      query_modes: ['default'],
    });
    expect(result.meta.finished_at).not.toBeNull();
    expect(await store.exists('runs/r1.lock')).toBe(false);
    expect(events.filter((event) => event.type === 'record').map((event) => event.done)).toEqual([1, 2, 3, 4, 5]);
  });

  it('times the first non-empty answer delta on the monotonic clock, not thinking', async () => {
    let time = 1000;
    const clock = { now: () => new Date('2026-06-01T06:30:22.104Z'), monotonic: () => time };
    const streaming: KnowledgeBase = {
      ...createEcho(),
      async *query() {
        time += 100;
        yield { type: 'thinking_delta', text: 'hm' };
        time += 50;
        yield { type: 'answer_delta', text: '' };
        time += 25;
        yield { type: 'answer_delta', text: 'He' };
        time += 500;
        yield { type: 'answer_delta', text: 'llo' };
        yield { type: 'results', results: [{ id: 'd1' }] };
        yield { type: 'intent', intent: 'A1' };
        yield { type: 'usage', usage: { total_tokens: 7 } };
        time += 5;
      },
    };
    const store = createMemoryStore();
    await recordBenchmark({
      benchmark: createBenchmark(numberedCases(1)),
      knowledgeBase: streaming,
      store,
      runId: 'r',
      clock,
    });
    const [record] = await readRecords(store, 'runs/r.jsonl');
    expect(record).toMatchObject({
      first_token_ms: 175,
      latency_ms: 680,
      predicted_intent: 'A1',
      not_recorded: [],
      started_at: '2026-06-01T06:30:22.104Z',
      usage: { total_tokens: 7, prompt_tokens: null, completion_tokens: null },
    });
    expect(record?.response).toMatchObject({ answer: 'Hello', mode: 'default', results: [{ id: 'd1', text: null }] });
  });

  it('keeps every fault of a question as data, with what had arrived', async () => {
    const store = createMemoryStore();
    const faulty: KnowledgeBase = {
      ...createEcho(),
      async *query(question) {
        yield { type: 'answer_delta', text: 'half' };
        if (question === 'ask q1') throw new Error('boom');
        if (question === 'ask q2')
          throw new QueryFailure({ message: 'gone', error_type: 'http_410', metadata: { status: 410 } });
        if (question === 'ask q3') yield { type: 'status', status: 'refused' };
        if (question === 'ask q4') yield { type: 'status', status: 'cancelled', message: 'stopped by the operator' };
        if (question === 'ask q5') await new Promise(() => undefined);
        if (question === 'ask q6') yield { type: 'metadata', metadata: { bad: Number.NaN } };
        if (question === 'ask q6') yield { type: 'metadata', metadata: { big: 12n } };
        if (question === 'ask q7') yield { type: 'results', results: [{ id: 7 as unknown as string }] };
      },
    };
    await recordBenchmark({
      benchmark: createBenchmark(numberedCases(7)),
      knowledgeBase: faulty,
      store,
      runId: 'r',
      timeoutMs: 50,
    });
    const records = await readRecords(store, 'runs/r.jsonl');
    expect(
      records.map((record) => [record.final_status, record.error?.error_type ?? null, record.response?.answer ?? null]),
    ).toEqual([
      ['error', 'Error', 'half'],
      ['error', 'http_410', 'half'],
      ['refused', null, 'half'],
      ['cancelled', 'cancelled', 'half'],
      ['timeout', 'timeout', 'half'],
      ['error', 'invalid_response', 'half'],
      ['error', 'invalid_response', 'half'],
    ]);
    expect(records[1]?.error?.metadata).toEqual({ status: 410 });
    expect(records[3]?.error?.message).toBe('stopped by the operator');
  });
});
