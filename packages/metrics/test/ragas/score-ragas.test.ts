import { type MetricScore, RAGAS_ORDER, type RunRecordInput } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { resolvePolicies, scoreRagas } from '../../src/index.ts';
import { result, sampleRecord } from '../sample-record.ts';
import {
  createStubEmbedder,
  createStubJudge,
  failWith,
  type Reply,
  type StubJudge,
  statementsOf,
  verdictsExcept,
} from './stub-judge.ts';

const QUESTION = 'Which warranty has the lock?';
const RESPONSE = 'The lock has two years of warranty and is red.';
const REFERENCE = 'Two years.';
const policies = resolvePolicies('default');

const record = sampleRecord({
  response: {
    results: [result('a', 'Warranty: two years.'), result('b', ' '), result('c', 'Colours: blue.')],
    answer: RESPONSE,
  },
});

const decompose = statementsOf({
  [RESPONSE]: ['The lock has two years of warranty.', 'The lock is red.'],
  [REFERENCE]: ['The warranty of the lock is two years.'],
});
const replies: Record<string, Reply> = {
  decompose,
  verify: verdictsExcept('red'),
  question: (_, request) => ({ question: `generated ${request.sample_index}`, noncommittal: 0 }),
  classify: () => ({
    answer: [
      { i: 1, ok: 0 },
      { i: 0, ok: 1 },
    ],
    reference: [{ i: 0, ok: 1 }],
  }),
  useful: (material) => ({ why: '', useful: (material['context'] as string).startsWith('Warranty') ? 1 : 0 }),
};
const vectors = {
  [QUESTION]: [1, 0],
  'generated 0': [1, 0],
  'generated 1': [0, 2],
  'generated 2': [3, 4],
  [RESPONSE]: [1, 1],
  [REFERENCE]: [1, 0],
};

async function scoreOne(
  metric: string,
  changes: Record<string, Reply> = {},
  input: Partial<RunRecordInput> | null = null,
  judge: StubJudge = createStubJudge({ ...replies, ...changes }),
): Promise<MetricScore> {
  const embedder = createStubEmbedder(vectors);
  const subject = input === null ? record : sampleRecord(input);
  const [score] = await scoreRagas(subject, [metric], { judge, embedder, policies });
  return score as MetricScore;
}

describe('scoring all five of a record', () => {
  it('gives the values worked out by hand', async () => {
    const judge = createStubJudge(replies);
    const embedder = createStubEmbedder(vectors);
    const scores = await scoreRagas(record, RAGAS_ORDER, { judge, embedder, policies });
    expect(scores.map(({ metric }) => metric)).toEqual([...RAGAS_ORDER]);
    expect(scores.map(({ status, decided_by }) => [status, decided_by])).toEqual(
      RAGAS_ORDER.map(() => ['ok', 'judge']),
    );
    const [faithfulness, relevancy, correctness, precision, recall] = scores.map(({ value }) => value);
    expect(faithfulness).toBe(0.5);
    expect(relevancy).toBeCloseTo((1 + 0 + 0.6) / 3, 12);
    // tp 1, fp 1, fn 0: F = 2/3; similarity cos 45°.
    expect(correctness).toBeCloseTo(0.75 * (2 / 3) + 0.25 * Math.SQRT1_2, 12);
    expect(precision).toBe(1);
    expect(recall).toBe(1);
  });

  it('makes 8 + k calls, with each text decomposed once, and two embedding batches', async () => {
    const judge = createStubJudge(replies);
    const embedder = createStubEmbedder(vectors);
    await scoreRagas(record, RAGAS_ORDER, { judge, embedder, policies });
    const count = (step: string): number => judge.steps().filter((name) => name === step).length;
    expect({
      D: count('decompose'),
      V: count('verify'),
      Q: count('question'),
      C: count('classify'),
      U: count('useful'),
    }).toEqual({ D: 2, V: 2, Q: 3, C: 1, U: 2 });
    expect(embedder.batches.map((batch) => batch.length).sort()).toEqual([2, 4]);
  });

  it('charges the shared decomposition to the first metric that needs it', async () => {
    const judge = createStubJudge(replies);
    const scores = await scoreRagas(record, RAGAS_ORDER, { judge, embedder: createStubEmbedder(vectors), policies });
    expect(scores.map(({ usage }) => usage?.calls)).toEqual([2, 3, 2, 2, 1]);
    expect(scores[0]?.usage).toEqual({ calls: 2, cached: 0, prompt_tokens: 200, completion_tokens: 20 });
  });

  it('hands repeat and signal to every request', async () => {
    const judge = createStubJudge(replies);
    const signal = new AbortController().signal;
    await scoreRagas(record, RAGAS_ORDER, {
      judge,
      embedder: createStubEmbedder(vectors),
      policies,
      repeat: 2,
      signal,
    });
    expect(new Set(judge.requests.map((request) => request.repeat))).toEqual(new Set([2]));
    expect(judge.requests.every((request) => request.signal === signal)).toBe(true);
  });

  it('lets an abort through instead of scoring it', async () => {
    const judge = createStubJudge({
      ...replies,
      verify: () => {
        throw new DOMException('stopped', 'AbortError');
      },
    });
    await expect(scoreRagas(record, RAGAS_ORDER, { judge, embedder: null, policies })).rejects.toThrow('stopped');
  });

  it('asks nobody where rules decide', async () => {
    const judge = createStubJudge({});
    const refused = sampleRecord({ final_status: 'refused', response: { results: [], answer: '' } });
    const scores = await scoreRagas(refused, RAGAS_ORDER, { judge, embedder: createStubEmbedder({}), policies });
    expect(scores.map(({ value, status, code, decided_by }) => [value, status, code, decided_by])).toEqual([
      [null, 'undefined', 'no_statements', 'rule'],
      [0, 'ok', 'empty_response', 'rule'],
      [0, 'ok', 'empty_response', 'rule'],
      [0, 'ok', 'rule_no_contexts', 'rule'],
      [0, 'ok', 'rule_no_contexts', 'rule'],
    ]);
    expect(judge.requests).toEqual([]);
  });

  it('misses the embedder without asking the judge', async () => {
    const judge = createStubJudge(replies);
    const scores = await scoreRagas(record, ['answer_relevancy', 'answer_correctness'], { judge, policies });
    expect(scores.map(({ status, code }) => [status, code])).toEqual([
      ['missing_input', 'no_embedder'],
      ['missing_input', 'no_embedder'],
    ]);
    expect(judge.requests).toEqual([]);
  });
});

describe('faithfulness', () => {
  it('gives the judge the contexts that are not blank, joined by newlines', async () => {
    const judge = createStubJudge(replies);
    await scoreOne('faithfulness', {}, null, judge);
    const verify = judge.requests.find((request) => request.step === 'verify');
    expect(JSON.parse(verify?.user ?? '')).toEqual({
      premise: 'Warranty: two years.\nColours: blue.',
      statements: [
        { i: 0, text: 'The lock has two years of warranty.' },
        { i: 1, text: 'The lock is red.' },
      ],
    });
  });

  it('keeps statements and verdicts as evidence', async () => {
    const score = await scoreOne('faithfulness');
    expect(score.evidence).toEqual({
      statements: ['The lock has two years of warranty.', 'The lock is red.'],
      whole_text: false,
      noncommittal: 0,
      verdicts: [
        { i: 0, why: '', ok: 1 },
        { i: 1, why: 'not in source', ok: 0 },
      ],
    });
  });

  it('is undefined for a pure refusal, without a second call', async () => {
    const judge = createStubJudge({ decompose: () => ({ statements: [], noncommittal: 1 }) });
    expect(await scoreOne('faithfulness', {}, null, judge)).toMatchObject({
      value: null,
      status: 'undefined',
      code: 'no_statements',
      decided_by: 'judge',
    });
    expect(judge.steps()).toEqual(['decompose']);
  });

  it('takes the whole text as one statement when a committal text is said to have none', async () => {
    const judge = createStubJudge({ ...replies, decompose: () => ({ statements: [' '], noncommittal: 0 }) });
    const score = await scoreOne('faithfulness', {}, null, judge);
    expect(score).toMatchObject({ value: 0, evidence: { whole_text: true, statements: [`${QUESTION} ${RESPONSE}`] } });
  });

  it('verifies nothing over empty contexts', async () => {
    const judge = createStubJudge({});
    expect(await scoreOne('faithfulness', {}, { response: { results: [], answer: 'x' } }, judge)).toMatchObject({
      value: 0,
      code: 'rule_no_contexts',
      decided_by: 'rule',
    });
  });
});

describe('answer relevancy', () => {
  it('asks three times, at temperature 0.3, told apart by their index', async () => {
    const judge = createStubJudge(replies);
    await scoreOne('answer_relevancy', {}, null, judge);
    expect(judge.requests.map(({ step, temperature, sample_index }) => [step, temperature, sample_index])).toEqual([
      ['question', 0.3, 0],
      ['question', 0.3, 1],
      ['question', 0.3, 2],
    ]);
    expect(new Set(judge.requests.map(({ user }) => user)).size).toBe(1);
  });

  it('drops blank questions and counts them', async () => {
    const question: Reply = (_, { sample_index }) => ({
      question: sample_index === 1 ? '  ' : `generated ${sample_index}`,
      noncommittal: 0,
    });
    const score = await scoreOne('answer_relevancy', { question });
    expect(score.value).toBeCloseTo(0.8, 12);
    expect(score.evidence).toMatchObject({ dropped: 1, questions: [{ cosine: 1 }, { question: 'generated 2' }] });
  });

  it('is a judge error when all questions are blank', async () => {
    const score = await scoreOne('answer_relevancy', { question: () => ({ question: '', noncommittal: 0 }) });
    expect(score).toMatchObject({ value: null, status: 'judge_error', code: 'no_questions' });
  });

  it('is 0 only when all questions are flagged noncommittal', async () => {
    const flagged =
      (flags: number[]): Reply =>
      (_, { sample_index = 0 }) => ({ question: 'generated 0', noncommittal: flags[sample_index] });
    expect(await scoreOne('answer_relevancy', { question: flagged([1, 1, 0]) })).toMatchObject({
      value: 1,
      status: 'ok',
    });
    const all = await scoreOne('answer_relevancy', { question: flagged([1, 1, 1]) });
    expect(all).toMatchObject({
      value: 0,
      status: 'ok',
      code: 'noncommittal',
      evidence: { questions: [{ cosine: 1 }, { cosine: 1 }, { cosine: 1 }] },
    });
  });

  it('keeps a negative cosine as evidence and clamps the value', async () => {
    const judge = createStubJudge({ question: () => ({ question: 'opposite', noncommittal: 0 }) });
    const [score] = await scoreRagas(record, ['answer_relevancy'], {
      judge,
      embedder: createStubEmbedder({ [QUESTION]: [1, 0], opposite: [-1, 0] }),
      policies,
    });
    expect(score).toMatchObject({
      value: 0,
      status: 'ok',
      evidence: { questions: [{ cosine: -1 }, { cosine: -1 }, { cosine: -1 }] },
    });
    expect(score?.code).toBeUndefined();
  });

  it.each([
    ['zero', [0, 0]],
    ['non-finite', [Number.NaN, 1]],
    ['of another length', [1]],
    ['empty', []],
  ])('makes a vector that is %s an embedding error, never a score', async (_, vector) => {
    const judge = createStubJudge(replies);
    const embedder = createStubEmbedder({ ...vectors, 'generated 1': vector });
    const [score] = await scoreRagas(record, ['answer_relevancy'], { judge, embedder, policies });
    expect(score).toMatchObject({ value: null, status: 'judge_error', code: 'embedding_error' });
  });
});

describe('answer correctness', () => {
  it('has F = 0 for an answer that states nothing, without classifying', async () => {
    const judge = createStubJudge({ ...replies, decompose: statementsOf({ [REFERENCE]: ['Two years.'] }) });
    const score = await scoreOne('answer_correctness', {}, null, judge);
    expect(score.value).toBeCloseTo(0.25 * Math.SQRT1_2, 12);
    expect(score.evidence).toMatchObject({ tp: 0, fp: 0, fn: 1, f: 0 });
    expect(judge.steps()).toEqual(['decompose', 'decompose']);
  });

  it('is undefined when the reference states nothing, or both do', async () => {
    const onlyAnswer = statementsOf({ [RESPONSE]: ['x'] });
    expect(await scoreOne('answer_correctness', { decompose: onlyAnswer })).toMatchObject({
      status: 'undefined',
      code: 'reference_no_statements',
    });
    expect(await scoreOne('answer_correctness', { decompose: statementsOf({}) })).toMatchObject({
      status: 'undefined',
      code: 'no_statements',
    });
  });

  it('needs no embedding when the similarity has no weight', async () => {
    const judge = createStubJudge(replies);
    const weighted = resolvePolicies('default', { answerCorrectnessWeights: [1, 0] });
    const [score] = await scoreRagas(record, ['answer_correctness'], { judge, embedder: null, policies: weighted });
    expect(score?.value).toBeCloseTo(2 / 3, 12);
    expect(score?.evidence).toMatchObject({ similarity: null });
  });

  it('turns a one-word reference that was decomposed into nothing into one statement with its question', async () => {
    const judge = createStubJudge({
      decompose: (material) => ({
        statements: material['text'] === '五味子' ? [] : ['这味药是五味子。'],
        noncommittal: 0,
      }),
      classify: (material) => ({
        answer: [{ i: 0, ok: 1 }],
        reference: (material['reference'] as { i: number }[]).map(({ i }) => ({ i, ok: 1 })),
      }),
    });
    const herb = sampleRecord({
      user_input: '这是哪味药？',
      reference: '五味子',
      response: { results: [], answer: '这味药是五味子。' },
    });
    const [score] = await scoreRagas(herb, ['answer_correctness'], {
      judge,
      embedder: createStubEmbedder({}),
      policies,
    });
    expect(score).toMatchObject({ value: 1, evidence: { reference_statements: ['这是哪味药？ 五味子'] } });
  });
});

describe('context precision', () => {
  it('asks once a context and averages the precision in rank order', async () => {
    const judge = createStubJudge({
      useful: (material) => ({ why: 'w', useful: material['context'] === 'no' ? 0 : 1 }),
    });
    const ranked = { response: { results: [result('1', 'yes'), result('2', 'no'), result('3', 'yes')], answer: 'x' } };
    const score = await scoreOne('context_precision', {}, ranked, judge);
    expect(score.value).toBeCloseTo(5 / 6, 12);
    expect(score.evidence).toEqual({
      useful: [
        { i: 0, why: 'w', useful: 1 },
        { i: 1, why: 'w', useful: 0 },
        { i: 2, why: 'w', useful: 1 },
      ],
    });
    expect(judge.requests).toHaveLength(3);
  });

  it('is 0 when nothing is useful', async () => {
    expect(await scoreOne('context_precision', { useful: () => ({ why: '', useful: 0 }) })).toMatchObject({
      value: 0,
      status: 'ok',
    });
  });

  it('has no score when one of the contexts failed, whatever the others say', async () => {
    const judge = createStubJudge({
      useful: (material, request) =>
        material['context'] === 'Colours: blue.' ? failWith('truncated')(material, request) : { why: '', useful: 1 },
    });
    const score = await scoreOne('context_precision', {}, null, judge);
    expect(score).toMatchObject({ value: null, status: 'judge_error', code: 'truncated' });
    expect(score.usage).toEqual({ calls: 4, cached: 0, prompt_tokens: 107, completion_tokens: 13 });
  });

  it('judges all contexts in one call of another prompt under batchContexts', async () => {
    const batch = resolvePolicies('default', { batchContexts: true });
    const judge = createStubJudge({
      useful: () => ({
        contexts: [
          { i: 1, why: '', useful: 0 },
          { i: 0, why: '', useful: 1 },
        ],
      }),
    });
    const [score] = await scoreRagas(record, ['context_precision'], { judge, policies: batch });
    expect(score).toMatchObject({ value: 1, status: 'ok' });
    expect(judge.requests.map(({ prompt_version }) => prompt_version)).toEqual(['useful_batch/en/1']);
  });
});

describe('context recall', () => {
  it('is the share of the reference statements that the contexts support', async () => {
    const three = statementsOf({ [REFERENCE]: ['one', 'two', 'three red'] });
    expect((await scoreOne('context_recall', { decompose: three })).value).toBeCloseTo(2 / 3, 12);
  });

  it('is undefined for a reference that commits to nothing', async () => {
    expect(await scoreOne('context_recall', { decompose: statementsOf({}) })).toMatchObject({
      status: 'undefined',
      code: 'reference_no_statements',
    });
  });
});

describe('a failing judge', () => {
  it('gives the code of the failure to every metric that needed the answer', async () => {
    const judge = createStubJudge({ ...replies, decompose: failWith('malformed_json') });
    const scores = await scoreRagas(record, RAGAS_ORDER, { judge, embedder: createStubEmbedder(vectors), policies });
    expect(scores.map(({ status, code }) => [status, code])).toEqual([
      ['judge_error', 'malformed_json'],
      ['ok', undefined],
      ['judge_error', 'malformed_json'],
      ['ok', undefined],
      ['judge_error', 'malformed_json'],
    ]);
  });

  it('keeps the status of a call that was never made', async () => {
    expect(await scoreOne('faithfulness', { decompose: failWith('budget_exhausted', 'skipped') })).toMatchObject({
      value: null,
      status: 'skipped',
      code: 'budget_exhausted',
    });
  });
});
