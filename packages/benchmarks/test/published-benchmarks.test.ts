import { createRecord, type QueryResponse } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { BENCHMARK_FORMATS } from '../src/index.ts';
import { type ReadBenchmark, readFixture } from './fixture-folder.ts';

function responseOf(results: readonly { readonly document: string; readonly text: string }[]): QueryResponse {
  return {
    mode: 'default',
    answer: null,
    citations: [],
    trace: [],
    metadata: createRecord(),
    results: results.map(({ document, text }, index) => ({
      id: `chunk_${index}`,
      text,
      score: null,
      kind: null,
      source: createRecord<unknown>([['document_id', document]]),
      metadata: createRecord(),
    })),
  };
}

async function evaluate(
  { benchmark, cases }: ReadBenchmark,
  index: number,
  response: QueryResponse,
): Promise<Record<string, unknown>> {
  const subject = cases[index];
  expect(subject).toBeDefined();
  const scores = await Promise.all(
    (benchmark.evaluators?.() ?? []).map((evaluator) =>
      evaluator.evaluate({ case: subject as never, query_mode: 'default', response }),
    ),
  );
  return Object.fromEntries(scores.flat().map(({ name, value }) => [name, value]));
}

describe('BEIR', () => {
  it('asks judged queries only, with their relevant documents and grades', async () => {
    const { cases, documents } = await readFixture('beir-mini', { format: 'beir' });
    expect(
      cases.map(({ query_id, reference_doc_ids, metadata }) => [query_id, reference_doc_ids, metadata['qrels']]),
    ).toEqual([
      ['q1', ['d1', 'd2'], { d1: 2, d2: 1 }],
      ['q2', ['__proto__'], Object.fromEntries([['__proto__', 1]])],
    ]);
    expect(documents.map(({ document_id, text }) => [document_id, text])).toEqual([
      ['d1', 'Ferries\nFerries run every hour.'],
      ['d2', 'Trains run every two hours.'],
      ['__proto__', 'Odd\nA document with an odd id.'],
    ]);
  });

  it('scores a ranking with nDCG over the grades', async () => {
    const read = await readFixture('beir-mini', { format: 'beir' });
    const scores = await evaluate(
      read,
      0,
      responseOf([
        { document: 'd2', text: '' },
        { document: 'd1', text: '' },
      ]),
    );
    // DCG = (2^1-1)/log2(2) + (2^2-1)/log2(3) = 1 + 3/1.5849625 = 2.8927892607; ideal = 3 + 1/1.5849625 = 3.6309297536
    expect(scores['beir_ndcg@10']).toBeCloseTo(2.8927892607 / 3.6309297536, 9);
    expect(scores['beir_recall@10']).toBe(1);
  });

  it('names the split it lacks', async () => {
    await expect(readFixture('beir-mini', { format: 'beir', split: 'dev' })).rejects.toMatchObject({
      message: 'the folder lacks qrels/dev.tsv',
    });
  });
});

describe('MultiHop-RAG', () => {
  it('knows articles by their address, once each, and refusals by null_query', async () => {
    const { cases, documents } = await readFixture('multihop-rag', { format: 'multihop-rag' });
    expect(
      cases.map(({ query_id, reference_doc_ids, should_refuse, intent_l2 }) => [
        query_id,
        reference_doc_ids,
        should_refuse,
        intent_l2,
      ]),
    ).toEqual([
      ['multihop-0000', ['https://news.example/a/1', 'https://news.example/b/2'], false, 'inference_query'],
      ['multihop-0001', [], true, 'null_query'],
    ]);
    expect(documents.map(({ document_id }) => document_id)).toEqual([
      'https://news.example/a/1',
      'https://news.example/b/2',
    ]);
  });

  it('counts evidence sentences that were retrieved', async () => {
    const read = await readFixture('multihop-rag', { format: 'multihop-rag' });
    const scores = await evaluate(
      read,
      0,
      responseOf([
        { document: 'https://news.example/a/1', text: 'Northport closed in March. The port employed 300 people.' },
      ]),
    );
    expect(scores['evidence_recall@4']).toBeCloseTo(2 / 3, 12);
  });

  it('says of a git-lfs pointer what it is and how to get the file', async () => {
    await expect(readFixture('multihop-rag-pointer', { format: 'multihop-rag' })).rejects.toMatchObject({
      message: 'this is a git-lfs pointer, not the data itself',
      hint: expect.stringContaining('git lfs pull'),
    });
  });
});

describe('LegalBench-RAG', () => {
  it('cuts evidence by code points and makes ids where the file has none', async () => {
    const { cases } = await readFixture('legalbench-rag', { format: 'legalbench-rag', split: 'privacy_qa' });
    expect(cases.map(({ query_id, evidence }) => [query_id, evidence.map(({ text }) => text)])).toEqual([
      ['privacy_qa-0000', ['We share  your name\nwith partners.']],
      ['privacy_qa-0001', ['We share  your name\nwith partners.', 'We keep data for 30 days.']],
    ]);
    expect(cases[1]?.reference_doc_ids).toEqual(['privacy_qa/Harbour.txt']);
  });

  it('measures precision and recall in characters, finding passages by their text', async () => {
    const read = await readFixture('legalbench-rag', { format: 'legalbench-rag', split: 'privacy_qa' });
    const response = responseOf([
      { document: 'privacy_qa/Harbour.txt', text: 'We share your name with partners.   We keep data for 30 days.' },
    ]);
    const scores = await evaluate(read, 0, response);
    // retrieved 19..79 = 60 characters, relevant 19..53 = 34, all of them retrieved
    expect(scores['span_recall@1']).toBe(1);
    expect(scores['span_precision@1']).toBeCloseTo(34 / 60, 12);
  });

  it('takes the parts that are there when all are asked for', async () => {
    const { cases, documents } = await readFixture('legalbench-rag', { format: 'legalbench-rag' });
    expect(cases).toHaveLength(2);
    expect(documents.map(({ document_id }) => document_id)).toEqual(['privacy_qa/Harbour.txt', 'privacy_qa/Other.txt']);
  });
});

describe('CRUD-RAG', () => {
  it('joins several questions and answers and names the articles behind them', async () => {
    const { cases, documents } = await readFixture('crud-rag', { format: 'crud-rag', split: 'questanswer_2docs' });
    expect(
      cases.map(({ user_input, reference, reference_doc_ids }) => [user_input, reference, reference_doc_ids]),
    ).toEqual([['两个港口何时关闭？', '北港三月，南港五月', ['c2/news1', 'c2/news2']]]);
    expect(documents.map(({ document_id }) => document_id)).toEqual(['c2/news1', 'c2/news2']);
  });

  it('adds other articles as distractors, without the ones the questions bring', async () => {
    const { documents } = await readFixture('crud-rag', { format: 'crud-rag', options: { distractors: true } });
    expect(documents.map(({ document_id, text }) => [document_id, text])).toEqual([
      ['c1/news1', '渡轮每小时一班。'],
      ['documents_dup_part_1/2', '火车每两小时一班。'],
      ['documents_dup_part_1/4', '公交车停运。'],
    ]);
  });
});

describe('RGB', () => {
  it('takes every way to say the answer and only positive passages as references', async () => {
    const { cases, documents } = await readFixture('rgb', { format: 'rgb' });
    expect(cases[0]).toMatchObject({
      query_id: 'zh_refine-0',
      reference: '每小时一班',
      reference_answers: ['每小时一班', '一小时一班'],
      reference_doc_ids: ['zh_refine/0/positive/0'],
    });
    expect(documents.map(({ document_id }) => document_id)).toEqual([
      'zh_refine/0/positive/0',
      'zh_refine/0/negative/0',
      'zh_refine/0/negative/1',
      'zh_refine/1/positive/0',
    ]);
  });

  it('joins the parts of an answer that must be integrated', async () => {
    const { cases } = await readFixture('rgb', { format: 'rgb', split: 'zh_int' });
    expect(cases[0]?.reference).toBe('三月；五月');
  });

  it('leaves nothing to answer with in the rejection task', async () => {
    const { cases, documents } = await readFixture('rgb', {
      format: 'rgb',
      options: { task: 'rejection', scope: 'case' },
    });
    expect(cases.map(({ should_refuse, reference }) => [should_refuse, reference])).toEqual([
      [true, null],
      [true, null],
    ]);
    expect(documents.every(({ document_id }) => document_id.includes('/negative/'))).toBe(true);
  });
});

describe('opening a benchmark', () => {
  it('opens the data-set files of a folder', async () => {
    const { cases, documents, benchmark } = await readFixture('jsonl', { format: 'jsonl' });
    expect(cases.map(({ query_id }) => query_id)).toEqual(['a']);
    expect(new TextDecoder().decode(await documents[0]?.load?.())).toBe('Now.\n');
    expect(benchmark.manifest.name).toBe('jsonl');
  });

  it.each([
    [{ format: 'udaa' }, 'there is no "udaa"', 'did you mean uda?'],
    [{ format: 'uda', split: 'finn' }, 'there is no "finn"', 'did you mean fin?'],
    [{ format: 'rgb', options: { scop: 'case' } }, 'there is no "scop"', 'did you mean scope?'],
  ])('refuses %j with the nearest name', async (input, message, hint) => {
    await expect(readFixture('uda', input)).rejects.toMatchObject({ code: 'config', message, hint });
  });

  it('names a place to get each needed file', () => {
    const places = BENCHMARK_FORMATS.flatMap((format) =>
      format.files(format.splits[0] ?? 'test').map(({ from }) => from),
    );
    expect(places.filter((place) => place.length < 20)).toEqual([]);
  });
});
