import type { MetricScore } from '@reportcard/report-schema';
import { afterEach, describe, expect, it } from 'vitest';
import { combineRepeats, needsMore, parseRepeats } from '../../src/stage/repeats.ts';
import { type LoopbackServer, replyWith, startLoopbackServer } from '../../src/testing/index.ts';
import { openStage, scoreAll } from '../open-stage.ts';
import { policies, sampleTask } from '../sample-task.ts';

let server: LoopbackServer | undefined;
afterEach(() => server?.close());

const ok = (value: number): MetricScore => ({ metric: 'm', value, status: 'ok', decided_by: 'judge' });
const failed = (status: 'judge_error' | 'skipped' | 'undefined', code: string): MetricScore => ({
  metric: 'm',
  value: null,
  status,
  code,
  decided_by: 'judge',
});

describe('a fixed number of passes', () => {
  const plan = parseRepeats(3);

  it('stores their mean and standard deviation', () => {
    const { state, repeats, sd } = combineRepeats(plan, [ok(0.5), ok(1), ok(0)]);
    expect(state).toEqual({ value: 0.5, status: 'ok' });
    expect(repeats).toHaveLength(3);
    expect(sd).toBeCloseTo(0.5, 12);
  });

  it('gives no score when one of them brought no answer', () => {
    expect(combineRepeats(plan, [ok(1), failed('judge_error', 'truncated'), ok(1)]).state).toEqual({
      value: null,
      status: 'judge_error',
      code: 'truncated',
    });
    expect(combineRepeats(plan, [ok(1), ok(1), failed('skipped', 'budget_exhausted')]).state.status).toBe('skipped');
  });

  it('leaves out passes that are 0/0', () => {
    expect(combineRepeats(plan, [ok(1), failed('undefined', 'no_statements'), ok(0.5)]).state).toEqual({
      value: 0.75,
      status: 'ok',
    });
  });

  it('keeps no list for a single pass', () => {
    expect(combineRepeats(parseRepeats(), [ok(0.25)])).toEqual({
      state: { value: 0.25, status: 'ok' },
      repeats: [],
      sd: null,
    });
  });
});

describe('adaptive passes', () => {
  const plan = parseRepeats({ min: 1, max: 3, near: 0.15 });

  it.each([
    [0.35, true],
    [0.65, true],
    [0.5, true],
    [0.34, false],
    [0.66, false],
    [1, false],
  ])('go on near the decision line only: %d', (value, expected) => {
    expect(needsMore(plan, ok(value))).toBe(expected);
  });

  it('do not go on for a sample without a value', () => {
    expect(needsMore(plan, failed('judge_error', 'truncated'))).toBe(false);
  });

  it('store the first pass; the further ones only tell how far it wanders', () => {
    const { state, sd, repeats } = combineRepeats(plan, [ok(0.6), ok(0.2), failed('skipped', 'budget_exhausted')]);
    expect(state).toEqual({ value: 0.6, status: 'ok' });
    expect(sd).toBeCloseTo(Math.sqrt(0.08), 12);
    expect(repeats.map(({ value }) => value)).toEqual([0.6, 0.2]);
  });

  it('cannot have a maximum below the minimum', () => {
    expect(() => parseRepeats({ min: 3, max: 1, near: 0.1 })).toThrow(
      expect.objectContaining({ code: 'config', path: 'repeats' }),
    );
  });
});

describe('repeats of a stage', () => {
  const verdicts = (...oks: number[]): string =>
    JSON.stringify({ verdicts: oks.map((one, i) => ({ i, why: '', ok: one })) });

  async function scoreFaithfulness(replies: string[], repeats: number | { min: number; max: number; near: number }) {
    let next = 0;
    server = await startLoopbackServer({
      chat: ({ body }) =>
        JSON.stringify(body['messages']).includes('premise') ? replyWith(replies[next++] ?? '') : undefined,
    });
    const stage = await openStage(server, {
      repeats,
      config: { kind: 'openai-compatible', baseURL: server.baseURL, model: 'j', concurrency: 1 },
    });
    const estimate = await stage.estimate([sampleTask('Q1', {}, ['faithfulness'])], policies);
    const { evidence } = await scoreAll(stage, [sampleTask('Q1', {}, ['faithfulness'])]);
    return { estimate, evidence: evidence['Q1/faithfulness'] };
  }

  it('ask the judge anew each time', async () => {
    const { estimate, evidence } = await scoreFaithfulness([verdicts(1, 1), verdicts(1, 0)], 2);
    expect(evidence).toMatchObject({ value: 0.75, status: 'ok', usage: { calls: 4 } });
    expect(evidence?.repeats.map(({ value }) => value)).toEqual([1, 0.5]);
    expect(server?.chats).toHaveLength(4);
    expect(estimate.calls).toBe(4);
  });

  it('follow the score when they are adaptive', async () => {
    const { estimate, evidence } = await scoreFaithfulness([verdicts(1, 0), verdicts(1, 1), verdicts(0, 0)], {
      min: 1,
      max: 3,
      near: 0.15,
    });
    expect(evidence?.value).toBe(0.5);
    expect(evidence?.repeats.map(({ value }) => value).sort()).toEqual([0, 0.5, 1]);
    expect(estimate.calls).toBe(2);
    expect(estimate.max_calls).toBeGreaterThanOrEqual(6);
  });

  it('stop at a clear score', async () => {
    const { evidence } = await scoreFaithfulness([verdicts(1, 1)], { min: 1, max: 3, near: 0.15 });
    expect(evidence).toMatchObject({ value: 1, sd: null });
    expect(evidence?.repeats).toHaveLength(1);
    expect(server?.chats).toHaveLength(2);
  });
});
