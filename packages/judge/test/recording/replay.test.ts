import { scoreRagas } from '@reportcard/metrics';
import { createMemoryStore } from '@reportcard/object-store';
import { RAGAS_ORDER } from '@reportcard/report-schema';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJudgeStage, replay } from '../../src/index.ts';
import { type LoopbackServer, replyWith, startLoopbackServer } from '../../src/testing/index.ts';
import { openStage, scoreAll } from '../open-stage.ts';
import { policies, sampleTask, sampleTasks } from '../sample-task.ts';

let server: LoopbackServer;
beforeEach(async () => {
  // A classification that never comes, so that failures are replayed too.
  server = await startLoopbackServer({
    chat: ({ body }) =>
      JSON.stringify(body['messages']).includes('\\"answer\\":[')
        ? replyWith('', { finish_reason: 'content_filter' })
        : undefined,
  });
});
afterEach(() => server.close());

const FILE = 'recordings/judge.jsonl';

async function record(n: number): Promise<{ store: ReturnType<typeof createMemoryStore>; lines: string }> {
  const store = createMemoryStore();
  const { lines } = await scoreAll(await openStage(server, { recordTo: FILE }, store), sampleTasks(n));
  return { store, lines };
}

const openReplay = (store: ReturnType<typeof createMemoryStore>) =>
  createJudgeStage({ config: { kind: 'replay', file: FILE }, store, seed: 'run-1' });

describe('a recording', () => {
  it('gives the same scores again without a request, failures included', async () => {
    const { store, lines } = await record(3);
    const before = server.count();
    const stage = await openReplay(store);
    const estimate = await stage.estimate(sampleTasks(3), policies);
    const { evidence, ledger } = await scoreAll(stage, sampleTasks(3));
    expect(server.count()).toBe(before);
    expect(estimate).toMatchObject({ calls: 0, max_calls: 0 });
    expect(ledger.calls).toBe(0);
    expect(stage.info).toMatchObject({ id: 'replay', model: 'judge-1' });
    const values = Object.values(evidence).map(({ sample_id, metric, value, status, code, usage }) => ({
      sample_id,
      metric,
      value,
      status,
      code,
      usage,
    }));
    const recorded = lines.split('\n').map((line) => {
      const { sample_id, metric, value, status, code, usage } = JSON.parse(line);
      return { sample_id, metric, value, status, code, usage };
    });
    expect(values).toHaveLength(15);
    expect(values).toEqual(expect.arrayContaining(recorded));
    expect(evidence['Q0/answer_correctness']).toMatchObject({ status: 'judge_error', code: 'refused' });
  });

  it('is byte-identical from one replay to the next, and from one recording to the next', async () => {
    const { store } = await record(2);
    const again = await record(2);
    expect(await store.get(FILE)).toEqual(await again.store.get(FILE));
    const first = await scoreAll(await openReplay(store), sampleTasks(2));
    expect((await scoreAll(await openReplay(store), sampleTasks(2))).lines).toBe(first.lines);
  });

  it('keeps what an earlier recording holds', async () => {
    const { store } = await record(1);
    await scoreAll(await openStage(server, { recordTo: FILE }, store), [sampleTask('Q7')]);
    const { evidence } = await scoreAll(await openReplay(store), [sampleTask('Q0'), sampleTask('Q7')]);
    expect(Object.keys(evidence)).toHaveLength(10);
  });

  it('is at fault where it lacks a question', async () => {
    const { store } = await record(1);
    const stage = await openReplay(store);
    await expect(scoreAll(stage, [sampleTask('Q9')])).rejects.toMatchObject({
      code: 'data',
      file: FILE,
      hint: expect.stringContaining('record'),
    });
  });

  it('serves as plain judge and embedder too', async () => {
    const { store } = await record(1);
    const { judge, embedder } = await replay((await store.get(FILE)) ?? new Uint8Array());
    const scores = await scoreRagas(sampleTask('Q0').record, RAGAS_ORDER, { judge, embedder, policies });
    expect(scores.map(({ status }) => status)).toEqual(['ok', 'ok', 'judge_error', 'ok', 'ok']);
  });

  it.each([
    ['is missing', undefined, 'config'],
    ['is empty', '', 'data'],
    ['is another file', '{"query_id": "Q1"}\n', 'data'],
    [
      'is of a later version',
      '{"type": "reportcard-recording", "version": 2, "judge": {"id": "a", "model": "b"}}\n',
      'data',
    ],
  ])('says so when it %s', async (_, text, code) => {
    const store = createMemoryStore();
    for (const body of text === undefined ? [] : [text]) await store.put(FILE, body);
    await expect(openReplay(store)).rejects.toMatchObject({ code });
  });
});
