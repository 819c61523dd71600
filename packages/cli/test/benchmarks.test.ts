import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { callCli, createFolder } from './call-cli.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../../fixtures/benchmarks');

interface Scored {
  readonly overall: Readonly<Record<string, number | null>>;
  readonly per_sample: Readonly<Record<string, { readonly unit_id: string | null; readonly query_id: string }>>;
}

/** Lines of a JSON Lines file. */
function linesOf(cwd: string, name: string): Record<string, unknown>[] {
  return readFileSync(path.join(cwd, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Records a benchmark of the fixtures with the embedded recipe, scores and reports it. */
async function recordFixture(
  format: string,
  folder: string,
  split?: string,
  options?: Readonly<Record<string, unknown>>,
): Promise<{ cwd: string; scored: Scored }> {
  const cwd = createFolder();
  cpSync(path.join(FIXTURES, folder), path.join(cwd, folder), { recursive: true });
  writeFileSync(
    path.join(cwd, 'reportcard.config.json'),
    JSON.stringify({ benchmark: { format, path: folder, split, options }, target: { kind: 'demo' } }),
  );
  const recorded = await callCli(['run', '--name', 'r', '--quiet'], { cwd });
  expect([recorded.code, recorded.err]).toEqual([0, '']);
  expect((await callCli(['score', 'r', '--quiet'], { cwd })).code).toBe(0);
  expect((await callCli(['report', 'r', '--quiet', '--renderer', 'md,csv,jsonl,slides'], { cwd })).code).toBe(0);
  return { cwd, scored: JSON.parse(readFileSync(path.join(cwd, 'reports/r/_scores.json'), 'utf8')) as Scored };
}

describe('a published benchmark with the embedded recipe', () => {
  it('runs UDA by document and keeps its ids and answers in every artefact', async () => {
    const { cwd, scored } = await recordFixture('uda', 'uda', 'fin');
    const ids = ['ACME/2021/page_12.pdf-1', 'ACME/2021/page_12.pdf-2', 'BOLT/2020/page_3.pdf-1'];
    expect(Object.values(scored.per_sample).map(({ unit_id, query_id }) => [unit_id, query_id])).toEqual([
      ['ACME_2021', ids[0]],
      ['ACME_2021', ids[1]],
      ['BOLT_2020', ids[2]],
    ]);
    expect(linesOf(cwd, 'runs/r.jsonl').map(({ reference }) => reference)).toEqual(['-.9', '-.25%', '1200']);
    const sheet = readFileSync(path.join(cwd, 'reports/r/per_sample.csv'), 'utf8');
    for (const id of ids) expect(sheet).toContain(`\r\n${id},`);
    expect(scored.overall).toMatchObject({ 'hit@5': 1, intent_top1: null, answer_contains: 0 });
    const failed = await callCli(['gate', 'r', '--min', 'hit@5=1'], { cwd });
    expect(failed.code).toBe(0);
  });

  it.each(['jsonl', 'csv', 'parquet', 'heta', 'ragas', 'deepeval'])(
    'exports UDA as %s and gets ids, questions and answers back as they were, a lone CR and a bar included',
    async (format) => {
      const facts = (folder: string, run: string): unknown[] =>
        linesOf(folder, `runs/${run}.jsonl`).map(({ query_id, user_input, reference }) => [
          query_id,
          user_input,
          reference,
        ]);
      for (const [split, options] of [['fin', undefined] as const, ['feta', { limit_documents: 1 }] as const]) {
        const { cwd } = await recordFixture('uda', 'uda', split, options);
        const exported = await callCli(['export', format, 'r', '--out', 'out', '--json'], { cwd });
        const { files } = JSON.parse(exported.out) as { files: string[] };
        const back = await callCli(['import', 'auto', files[0] ?? '', '--name', 'back'], { cwd });
        expect([back.code, back.err.includes('error')]).toEqual([0, false]);
        expect(facts(cwd, 'back')).toEqual(facts(cwd, 'r'));
      }
    },
  );

  it('shows ids, questions and answers of UDA as they are where samples failed, in all five artefacts', async () => {
    const cwd = createFolder();
    cpSync(path.join(FIXTURES, 'uda'), path.join(cwd, 'uda'), { recursive: true });
    const question = 'what was |the| change,\rin points?';
    writeFileSync(
      path.join(cwd, 'uda/qa/fin_qa.csv'),
      `doc_name|q_uid|question|answer_1|answer_2\nACME_2021|ACME/2021/page_12.pdf-1|"${question}"|-.25%|-.9\n`,
    );
    writeFileSync(
      path.join(cwd, 'reportcard.config.json'),
      JSON.stringify({
        benchmark: { format: 'uda', path: 'uda', split: 'fin' },
        target: { kind: 'demo', settings: { minCoverage: 1 } },
      }),
    );
    expect((await callCli(['all', '--name', 'r', '--quiet'], { cwd })).code).toBe(0);
    const read = (name: string): string => readFileSync(path.join(cwd, 'reports/r', name), 'utf8');
    const id = 'ACME/2021/page_12.pdf-1';
    expect(linesOf(cwd, 'runs/r.jsonl')[0]).toMatchObject({
      query_id: id,
      user_input: question,
      reference: '-.25%',
      reference_answers: ['-.25%', '-.9'],
    });
    expect(linesOf(cwd, 'reports/r/failures.jsonl')[0]).toMatchObject({ query_id: id, user_input: question });
    expect(read('per_sample.csv')).toContain(`\r\n${id},`);
    expect(read('per_sample.csv')).toContain(`"${question}"`);
    expect(JSON.parse(read('_scores.json'))).toMatchObject({ per_sample: { [id]: { query_id: id } } });
    expect(read('report.md')).toContain('page_12.pdf-1');
    expect(read('slides.html')).toContain(id);
  });

  it('says of a document that holds no text what to do, and records the others', async () => {
    const { cwd } = await recordFixture('uda', 'uda', 'feta');
    expect(linesOf(cwd, 'runs/r.jsonl').map(({ final_status, error }) => [final_status, error])).toEqual([
      ['success', null],
      ['error', expect.objectContaining({ message: expect.stringContaining('pdftotext') })],
    ]);
  });

  it.each([
    ['multihop-rag', 'multihop-rag', { 'evidence_recall@4': 1, 'beir_map@10': 1, 'hit@5': 1, answer_contains: 0.5 }],
    ['legalbench-rag', 'legalbench-rag', { 'span_recall@5': 1, 'hit@5': 1 }],
    ['beir', 'beir-mini', { 'beir_ndcg@10': 1 }],
    ['crud-rag', 'crud-rag', { answer_contains: 1, 'hit@5': 1 }],
    ['rgb', 'rgb', { answer_contains: 1, 'hit@5': 1 }],
  ])('reports %s with its own measures, out of the box', async (format, folder, overall) => {
    const { scored } = await recordFixture(format, folder);
    expect(scored.overall).toMatchObject({ ...overall, intent_top1: null });
  });

  it('makes a matrix of three recipes over one benchmark', async () => {
    const cwd = createFolder();
    cpSync(path.join(FIXTURES, 'multihop-rag'), path.join(cwd, 'data'), { recursive: true });
    for (const [name, settings] of [
      ['a', {}],
      ['b', { topK: 1 }],
      ['c', { minCoverage: 1 }],
    ] as const) {
      writeFileSync(
        path.join(cwd, 'reportcard.config.json'),
        JSON.stringify({
          benchmark: { format: 'multihop-rag', path: 'data' },
          target: { kind: 'demo', name: `recipe ${name}`, settings },
        }),
      );
      expect((await callCli(['run', '--name', name, '--quiet'], { cwd })).code).toBe(0);
      expect((await callCli(['score', name, '--quiet'], { cwd })).code).toBe(0);
    }
    const call = await callCli(['matrix', 'a', 'b', 'c', '--metrics', 'hit@5,recall@5', '--json'], { cwd });
    const { rows } = JSON.parse(call.out) as {
      rows: { benchmark: string; recipe: string; values: Record<string, number | null> }[];
    };
    expect(
      rows.map(({ benchmark, recipe, values }) => [benchmark, recipe, values['hit@5'], values['recall@5']]),
    ).toEqual([
      ['multihop-rag', 'recipe a', 1, 1],
      ['multihop-rag', 'recipe b', 1, 0.5],
      ['multihop-rag', 'recipe c', 0, 0],
    ]);
  });

  it('says where to get what is missing, with exit 2', async () => {
    const cwd = createFolder();
    cpSync(path.join(FIXTURES, 'multihop-rag-pointer'), path.join(cwd, 'data'), { recursive: true });
    writeFileSync(
      path.join(cwd, 'reportcard.config.json'),
      JSON.stringify({ benchmark: { format: 'multihop-rag', path: 'data' }, target: { kind: 'demo' } }),
    );
    const call = await callCli(['run'], { cwd });
    expect([call.code, call.err]).toEqual([2, expect.stringContaining('git lfs pull')]);
  });

  it('takes the questions of a data set from a table', async () => {
    const cwd = createFolder();
    cpSync(path.resolve(FIXTURES, '../importers/faq_only.csv'), path.join(cwd, 'faq.csv'));
    writeFileSync(
      path.join(cwd, 'reportcard.config.json'),
      JSON.stringify({ dataset: { cases: 'faq.csv' }, target: { kind: 'demo' } }),
    );
    const call = await callCli(['run', '--name', 'r', '--quiet'], { cwd });
    expect(call.code).toBe(0);
    const [line = ''] = readFileSync(path.join(cwd, 'runs/r.jsonl'), 'utf8').split('\n');
    expect(JSON.parse(line)).toMatchObject({ query_id: 'faq_001', reference: '2~3일 걸립니다.', intent_l2: '배송' });
  });
});
