import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { callCli, createFolder } from './call-cli.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../../fixtures/benchmarks');

interface Scored {
  readonly overall: Readonly<Record<string, number | null>>;
  readonly per_sample: Readonly<Record<string, { readonly unit_id: string | null; readonly query_id: string }>>;
}

/** Records a benchmark of the fixtures with the embedded recipe and scores it. */
async function recordFixture(format: string, folder: string, split?: string): Promise<{ cwd: string; scored: Scored }> {
  const cwd = createFolder();
  cpSync(path.join(FIXTURES, folder), path.join(cwd, folder), { recursive: true });
  writeFileSync(
    path.join(cwd, 'reportcard.config.json'),
    JSON.stringify({ benchmark: { format, path: folder, split }, target: { kind: 'demo' } }),
  );
  const recorded = await callCli(['run', '--name', 'r', '--quiet'], { cwd });
  expect([recorded.code, recorded.err]).toEqual([0, '']);
  expect((await callCli(['score', 'r', '--quiet'], { cwd })).code).toBe(0);
  expect((await callCli(['report', 'r', '--quiet', '--renderer', 'md,csv,jsonl'], { cwd })).code).toBe(0);
  return { cwd, scored: JSON.parse(readFileSync(path.join(cwd, 'reports/r/_scores.json'), 'utf8')) as Scored };
}

describe('a published benchmark with the embedded recipe', () => {
  it('runs UDA by document and keeps its ids and answers in every artefact', async () => {
    const { cwd, scored } = await recordFixture('uda', 'uda', 'fin');
    expect(Object.values(scored.per_sample).map(({ unit_id, query_id }) => [unit_id, query_id])).toEqual([
      ['ACME_2021', 'ACME/2021/page_12.pdf-1'],
      ['ACME_2021', 'ACME/2021/page_12.pdf-2'],
      ['BOLT_2020', 'BOLT/2020/page_3.pdf-1'],
    ]);
    const run = readFileSync(path.join(cwd, 'runs/r.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { reference: string });
    expect(run.map(({ reference }) => reference)).toEqual(['-.9', '-.25%', '1200']);
    expect(readFileSync(path.join(cwd, 'reports/r/per_sample.csv'), 'utf8')).toContain('ACME/2021/page_12.pdf-2');
    expect(scored.overall).toHaveProperty('answer_contains');
  });

  it('keeps a lone CR inside an answer through the run file', async () => {
    const { cwd } = await recordFixture('uda', 'uda', 'feta');
    const [line = ''] = readFileSync(path.join(cwd, 'runs/r.jsonl'), 'utf8').split('\n');
    expect((JSON.parse(line) as { reference: string }).reference).toBe(
      'It was launched in 1907,\rat the northern yard.',
    );
  });

  it.each([
    ['multihop-rag', 'multihop-rag', ['evidence_recall@4', 'beir_map@10']],
    ['legalbench-rag', 'legalbench-rag', ['span_precision@5', 'span_recall@5']],
    ['beir', 'beir-mini', ['beir_ndcg@10']],
    ['crud-rag', 'crud-rag', ['answer_contains']],
    ['rgb', 'rgb', ['answer_contains']],
  ])('reports %s with its own measures', async (format, folder, metrics) => {
    const { scored } = await recordFixture(format, folder);
    for (const metric of metrics) expect(scored.overall[metric]).toEqual(expect.any(Number));
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
