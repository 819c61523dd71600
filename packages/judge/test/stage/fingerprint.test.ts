import { resolvePolicies } from '@reportcard/metrics';
import { createMemoryStore } from '@reportcard/object-store';
import { RAGAS_ORDER } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { createJudgeStage, type JudgeStageOptions } from '../../src/index.ts';

const baseURL = 'http://127.0.0.1:9/v1';
const ENDPOINT = { kind: 'openai-compatible' as const, baseURL };

async function fingerprints(
  changes: Partial<JudgeStageOptions> = {},
  metrics: Parameters<typeof resolvePolicies>[1] = {},
): Promise<Record<string, string>> {
  const stage = await createJudgeStage({
    config: { ...ENDPOINT, model: 'judge-1' },
    embedder: { ...ENDPOINT, model: 'embedder-1' },
    store: createMemoryStore(),
    seed: 'run-1',
    ...changes,
  });
  const policies = resolvePolicies('default', metrics);
  return Object.fromEntries(RAGAS_ORDER.map((metric) => [metric, JSON.stringify(stage.fingerprint(metric, policies))]));
}

async function changedBy(
  changes: Partial<JudgeStageOptions>,
  metrics: Parameters<typeof resolvePolicies>[1] = {},
): Promise<string[]> {
  const before = await fingerprints();
  const after = await fingerprints(changes, metrics);
  return RAGAS_ORDER.filter((metric) => before[metric] !== after[metric]);
}

const ALL = [...RAGAS_ORDER];

describe('what a change makes stale', () => {
  it.each<[string, Partial<JudgeStageOptions>, string[]]>([
    ['another model', { config: { ...ENDPOINT, model: 'judge-2' } }, ALL],
    ['another server', { config: { kind: 'openai-compatible', baseURL: 'http://other/v1', model: 'judge-1' } }, ALL],
    ['another temperature', { config: { ...ENDPOINT, model: 'judge-1', temperature: 0.5 } }, ALL],
    ['a seed', { config: { ...ENDPOINT, model: 'judge-1', seed: 1 } }, ALL],
    ['further parameters', { config: { ...ENDPOINT, model: 'judge-1', extraBody: { enable_thinking: false } } }, ALL],
    ['repeats', { repeats: 3 }, ALL],
    [
      'another embedder',
      { embedder: { ...ENDPOINT, model: 'embedder-2' } },
      ['answer_relevancy', 'answer_correctness'],
    ],
    [
      'concurrency and limits',
      { config: { ...ENDPOINT, model: 'judge-1', concurrency: 9, rpm: 60, timeoutMs: 5 } },
      [],
    ],
    [
      'a budget, prices, another seed of the order',
      { budget: { maxCalls: 1 }, prices: { x: { in: 1, out: 1 } }, seed: 'x' },
      [],
    ],
    ['the system under test', { sutModel: 'qwen-max' }, []],
  ])('%s', async (_, changes, expected) => {
    expect(await changedBy(changes)).toEqual(expected);
  });

  it.each<[string, Parameters<typeof resolvePolicies>[1], string[]]>([
    ['the weights of answer_correctness', { answerCorrectnessWeights: [1, 0] }, ['answer_correctness']],
    ['the noncommittal rule', { noncommittalRule: 'any' }, ['answer_relevancy']],
    ['contexts in one call', { batchContexts: true }, ['context_precision']],
    ['retrieval conventions', { dedupe: 'cut-first', ks: [2], quantile: 'ragent' }, []],
  ])('%s', async (_, metrics, expected) => {
    expect(await changedBy({}, metrics)).toEqual(expected);
  });

  it('keeps further parameters only as a hash', async () => {
    const found = await fingerprints({
      config: { ...ENDPOINT, model: 'judge-1', extraBody: { note: 'marker-in-extra' } },
    });
    expect(JSON.stringify(found)).not.toContain('marker-in-extra');
  });
});
