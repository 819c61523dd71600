import { afterEach, describe, expect, it } from 'vitest';
import { findStepAnswer, type LoopbackServer, replyWith, startLoopbackServer } from '../../src/testing/index.ts';
import { openStage, scoreAll } from '../open-stage.ts';
import { sampleTask } from '../sample-task.ts';

let server: LoopbackServer;
afterEach(() => server.close());

/** A server that answers properly under these model names, one after another. */
async function serve(...models: string[]): Promise<void> {
  server = await startLoopbackServer({
    chat: ({ body }, index) =>
      replyWith(JSON.stringify(findStepAnswer(body)), { model: models[index % models.length] }),
  });
}

const config = (model: string) => ({
  kind: 'openai-compatible' as const,
  baseURL: server.baseURL,
  model,
  concurrency: 1,
});

describe('a judge of the family of the system', () => {
  it('is a warning', async () => {
    await serve('qwen-max');
    const stage = await openStage(server, { config: config('qwen-max'), sutModel: 'qwen2.5:14b' });
    expect(stage.same_family).toBe(true);
    const { ledger } = await scoreAll(stage, [sampleTask('Q1', {}, ['faithfulness'])]);
    expect(ledger.warnings).toEqual([expect.stringContaining('one model family')]);
  });

  it('is an error when that is asked for', async () => {
    await serve('qwen-max');
    await expect(async () =>
      openStage(server, { config: config('qwen-max'), sutModel: 'qwen2.5', strictFamily: true }),
    ).rejects.toMatchObject({ code: 'config' });
  });

  it('is found behind an alias by the served model', async () => {
    await serve('qwen-max-2025');
    const stage = await openStage(server, { config: config('my-alias'), sutModel: 'qwen2.5' });
    expect(stage.same_family).toBeNull();
    const { evidence } = await scoreAll(stage, [sampleTask('Q1', {}, ['faithfulness'])]);
    expect(stage.same_family).toBe(true);
    expect(stage.info).toMatchObject({ model: 'my-alias', served_models: ['qwen-max-2025'], families: ['qwen'] });
    const fresh = await openStage(server, { config: config('my-alias'), sutModel: 'qwen2.5' });
    expect(fresh.describe(Object.values(evidence))).toEqual(stage.describe(Object.values(evidence)));
    expect(fresh.describe(Object.values(evidence)).same_family).toBe(true);
  });

  it('stops a strict scoring as soon as the served model shows it', async () => {
    await serve('qwen-max-2025');
    const stage = await openStage(server, { config: config('my-alias'), sutModel: 'qwen2.5', strictFamily: true });
    await expect(scoreAll(stage, [sampleTask('Q1')])).rejects.toMatchObject({
      code: 'config',
      hint: expect.stringContaining('--strict-family'),
    });
  });

  it('is unknown, not different, where the names say nothing', async () => {
    await serve('gpt-4o');
    expect((await openStage(server, { config: config('gpt-4o'), sutModel: 'our-bot' })).same_family).toBeNull();
    expect((await openStage(server, { config: config('gpt-4o') })).same_family).toBeNull();
    expect((await openStage(server, { config: config('gpt-4o'), sutModel: 'qwen-max' })).same_family).toBe(false);
  });
});

it('warns when the served model changes inside a run', async () => {
  await serve('judge-a', 'judge-b');
  const { ledger } = await scoreAll(await openStage(server), [sampleTask('Q1')]);
  expect(ledger.served_models).toEqual(['judge-a', 'judge-b']);
  expect(ledger.warnings).toEqual([expect.stringContaining('judge-a, judge-b')]);
});
