import { type JudgeAnswer, type JudgeRequest, RAGAS_ORDER } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { planRagas, resolvePolicies, scoreRagas } from '../../src/index.ts';
import { result, sampleRecord } from '../sample-record.ts';
import { createStubEmbedder, createStubJudge, type Reply, statementsOf, verdictsExcept } from './stub-judge.ts';

const policies = resolvePolicies('default');
const RESPONSE = 'The lock has two years of warranty, and it is red.';
const record = sampleRecord({
  response: { results: [result('a'), result('b'), result('c')], answer: RESPONSE },
});
const replies: Record<string, Reply> = {
  decompose: statementsOf({ [RESPONSE]: ['warranty', 'red'], 'Two years.': ['two years'] }),
  verify: verdictsExcept('red'),
  question: () => ({ question: 'generated', noncommittal: 0 }),
  classify: (material) => ({
    answer: (material['answer'] as { i: number }[]).map(({ i }) => ({ i, ok: 1 })),
    reference: (material['reference'] as { i: number }[]).map(({ i }) => ({ i, ok: 1 })),
  }),
  useful: () => ({ why: '', useful: 1 }),
};

/** What a cache keyed by the text of a request knows after these requests. */
function createPeek(
  requests: readonly JudgeRequest<unknown>[],
): <T>(request: JudgeRequest<T>) => Promise<JudgeAnswer<T> | undefined> {
  const keyOf = (request: JudgeRequest<unknown>): string =>
    JSON.stringify([request.prompt_version, request.user, request.sample_index, request.repeat]);
  const known = new Set(requests.map(keyOf));
  return async (request) => {
    if (!known.has(keyOf(request as JudgeRequest<unknown>))) return undefined;
    const raw = replies[request.step]?.(
      JSON.parse(request.user) as Record<string, unknown>,
      request as JudgeRequest<unknown>,
    );
    return {
      value: request.check(raw),
      usage: { prompt_tokens: 1, completion_tokens: 1, cached: true, calls: 1 },
      format: 'plain',
    };
  };
}

async function score(): Promise<{ requests: JudgeRequest<unknown>[]; batches: string[][] }> {
  const judge = createStubJudge(replies);
  const embedder = createStubEmbedder({});
  await scoreRagas(record, RAGAS_ORDER, { judge, embedder, policies });
  return { requests: judge.requests, batches: embedder.batches };
}

const countSteps = (steps: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const step of [...steps].sort()) counts[step] = (counts[step] ?? 0) + 1;
  return counts;
};

describe('planning the judge calls of a record', () => {
  it('plans, cold, the calls that scoring makes, step by step', async () => {
    const plan = await planRagas(record, RAGAS_ORDER, { policies, embedder: true });
    const { requests, batches } = await score();
    expect(countSteps(plan.calls.map((call) => call.step))).toEqual(
      countSteps(requests.map((request) => request.step)),
    );
    expect(plan.embeddings).toHaveLength(batches.length);
    expect(plan.calls.every((call) => !call.cached)).toBe(true);
  });

  it('knows the texts of all calls but those that follow a decomposition', async () => {
    const plan = await planRagas(record, RAGAS_ORDER, { policies, embedder: true });
    expect(countSteps(plan.calls.filter((call) => !call.exact).map((call) => call.step))).toEqual({
      classify: 1,
      verify: 2,
    });
    const { requests } = await score();
    const asked = new Set(requests.map((request) => request.user));
    expect(plan.calls.filter((call) => call.exact).every((call) => asked.has(call.request.user))).toBe(true);
  });

  it('overestimates the dependants rather than underestimating them', async () => {
    const plan = await planRagas(record, ['faithfulness'], { policies, embedder: true });
    const { requests } = await score();
    const planned = plan.calls.find((call) => call.step === 'verify')?.request.user.length ?? 0;
    expect(planned).toBeGreaterThanOrEqual(
      requests.find((request) => request.step === 'verify')?.user.length ?? Number.NaN,
    );
  });

  it('is exact and wholly cached when every answer is known', async () => {
    const { requests } = await score();
    const plan = await planRagas(record, RAGAS_ORDER, { policies, embedder: true, peek: createPeek(requests) });
    expect(plan.calls.every((call) => call.exact && call.cached)).toBe(true);
    expect(plan.calls.map((call) => call.request.user).sort()).toEqual(requests.map((request) => request.user).sort());
    expect(plan.embeddings.every((batch) => batch.exact)).toBe(true);
  });

  it('sees what a new answer over known contexts costs: six calls', async () => {
    const { requests } = await score();
    const other = sampleRecord({
      response: { results: [result('a'), result('b'), result('c')], answer: 'Another answer.' },
    });
    const plan = await planRagas(other, RAGAS_ORDER, { policies, embedder: true, peek: createPeek(requests) });
    const paid = plan.calls.filter((call) => !call.cached).map((call) => call.step);
    expect(countSteps(paid)).toEqual({ classify: 1, decompose: 1, question: 3, verify: 1 });
  });

  it('plans nothing for what rules decide or no embedder can do', async () => {
    const refused = sampleRecord({ final_status: 'refused', response: { results: [], answer: '' } });
    expect(await planRagas(refused, RAGAS_ORDER, { policies, embedder: true })).toEqual({ calls: [], embeddings: [] });
    expect((await planRagas(record, ['answer_relevancy'], { policies, embedder: false })).calls).toEqual([]);
  });

  it('sketches an answer for the estimate of the output', async () => {
    const plan = await planRagas(record, ['faithfulness'], { policies, embedder: true });
    const answers = plan.calls.map((call) => JSON.parse(call.expected_answer) as unknown);
    expect(answers).toMatchObject([{ statements: expect.any(Array) }, expect.any(Array)]);
  });
});
