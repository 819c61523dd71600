import { createMemoryStore } from '@reportcard/object-store';
import type { EvidenceRecord } from '@reportcard/report-schema';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LoopbackServer, rejectWith, startLoopbackServer } from '../../src/testing/index.ts';
import { openStage, scoreAll } from '../open-stage.ts';
import { policies, sampleTask, sampleTasks } from '../sample-task.ts';

let server: LoopbackServer;
beforeEach(async () => {
  server = await startLoopbackServer();
});
afterEach(() => server.close());

describe('a scoring that was stopped half-way', () => {
  it('goes on with the missing calls only and ends with the same evidence', async () => {
    const tasks = sampleTasks(8);
    const whole = await scoreAll(await openStage(server), tasks);
    const wholeCount = server.count();
    const store = createMemoryStore();
    const controller = new AbortController();
    const kept: EvidenceRecord[] = [];
    const stage = await openStage(server, {}, store);
    const stopped = stage.score(tasks, {
      policies,
      signal: controller.signal,
      onEvidence: async (evidence) => {
        kept.push(evidence);
        if (kept.length === 12) controller.abort();
      },
    });
    await expect(stopped).rejects.toMatchObject({ code: 'interrupted' });
    const left = tasks
      .map((task) => ({
        ...task,
        metrics: task.metrics.filter(
          (metric) => !kept.some((one) => one.sample_id === task.sample_id && one.metric === metric),
        ),
      }))
      .filter((task) => task.metrics.length > 0);
    const resumed = await openStage(server, {}, store);
    const { calls } = await resumed.estimate(left, policies);
    const rest = await scoreAll(resumed, left);
    expect(rest.ledger.calls).toBe(calls);
    expect(calls).toBeLessThan(wholeCount - 12);
    const all = { ...rest.evidence, ...Object.fromEntries(kept.map((one) => [`${one.sample_id}/${one.metric}`, one])) };
    expect(
      Object.keys(all)
        .sort()
        .map((key) => JSON.stringify(all[key]))
        .join('\n'),
    ).toBe(whole.lines);
  });

  it('hands over what is known before the judge turned out to be unusable', async () => {
    await server.close();
    server = await startLoopbackServer({ chat: (_, index) => (index >= 30 ? rejectWith(401, 'expired') : undefined) });
    const kept: EvidenceRecord[] = [];
    const stage = await openStage(server);
    const stopped = stage.score(sampleTasks(8), { policies, onEvidence: async (evidence) => void kept.push(evidence) });
    await expect(stopped).rejects.toMatchObject({ code: 'unavailable' });
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.every(({ status }) => status === 'ok')).toBe(true);
  });

  it('stops at a fault of whoever keeps the evidence', async () => {
    const stage = await openStage(server);
    const stopped = stage.score(sampleTasks(4), {
      policies,
      onEvidence: async () => {
        throw new Error('disk full');
      },
    });
    await expect(stopped).rejects.toThrow('disk full');
  });
});

describe('evidence', () => {
  it('holds statements, verdicts with reasons, who answered and what it cost', async () => {
    const { evidence } = await scoreAll(await openStage(server), [sampleTask('Q1')]);
    expect(evidence['Q1/faithfulness']).toMatchObject({
      sample_id: 'Q1',
      value: 0.5,
      status: 'ok',
      code: null,
      decided_by: 'judge',
      repeats: [],
      sd: null,
      details: {
        statements: ['Lock Q1 has two years of warranty.', 'It is painted red.'],
        verdicts: [
          { i: 0, why: '', ok: 1 },
          { i: 1, why: 'not in the material', ok: 0 },
        ],
        judge: { served_models: ['judge-1'], formats: ['json_schema'] },
      },
      usage: { calls: 2, cached: 0 },
    });
    expect(evidence['Q1/answer_correctness']?.details['embedder']).toMatchObject({ model: 'embedder-1', dim: 64 });
  });

  it('tells the cost of shared answers on every score they stand behind', async () => {
    const { evidence, ledger } = await scoreAll(await openStage(server), [sampleTask('Q1')]);
    const usage = (metric: string): number => evidence[`Q1/${metric}`]?.usage?.calls ?? Number.NaN;
    expect([usage('faithfulness'), usage('answer_correctness'), usage('context_recall')]).toEqual([2, 3, 2]);
    expect(ledger.calls).toBe(13);
  });

  it('is missing_input/no_embedder where an embedder is needed and none is configured', async () => {
    const stage = await openStage(server, { embedder: { kind: 'none' } });
    const { evidence } = await scoreAll(stage, [sampleTask('Q1')]);
    expect(evidence['Q1/answer_relevancy']).toMatchObject({
      status: 'missing_input',
      code: 'no_embedder',
      decided_by: 'rule',
    });
    expect(stage.stateOf(sampleTask('Q1').record, 'answer_relevancy', policies)).toMatchObject({ code: 'no_embedder' });
    expect(evidence['Q1/faithfulness']?.status).toBe('ok');
    expect(stage.embedder).toBeNull();
  });

  it('is embedding_error where the embedder cannot be used, never a score', async () => {
    await server.close();
    server = await startLoopbackServer({
      embeddings: ({ body }) => ({
        body: { data: (body['input'] as string[]).map((_, index) => ({ index, embedding: [0, 0] })) },
      }),
    });
    const { evidence } = await scoreAll(await openStage(server), [sampleTask('Q1')]);
    for (const metric of ['answer_relevancy', 'answer_correctness'])
      expect(evidence[`Q1/${metric}`]).toMatchObject({ value: null, status: 'judge_error', code: 'embedding_error' });
    expect(evidence['Q1/context_recall']?.status).toBe('ok');
  });

  it('reports progress by sample', async () => {
    const seen: string[] = [];
    const stage = await openStage(server, {
      config: { kind: 'openai-compatible', baseURL: server.baseURL, model: 'j', concurrency: 1 },
    });
    await stage.score(sampleTasks(3), {
      policies,
      onEvidence: async () => undefined,
      onProgress: (done, total) => seen.push(`${done}/${total}`),
    });
    expect(seen).toEqual(['1/3', '2/3', '3/3']);
  });
});
