import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startLoopbackServer } from '@reportcard/judge/testing';
import type { ScoresFile } from '@reportcard/report-schema';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type CliCall, callCli, createFolder } from './call-cli.ts';
import { createRecord, createRecords, writeRun } from './write-run.ts';

const ENV = { JUDGE_KEY: 'marker-key-77' };

const readText = (...parts: string[]): string => readFileSync(path.join(...parts), 'utf8');

/** A `_scores.json` without what two equal scorings may differ in. */
const fixedPart = (folder: string, run: string): string =>
  readText(folder, 'reports', run, '_scores.json').replace(/"volatile": \{[\s\S]*?\n {4}\}/, '"volatile": {}');

const readScores = (folder: string, run: string): ScoresFile =>
  JSON.parse(readText(folder, 'reports', run, '_scores.json')) as ScoresFile;

/** The lines of a run file without what is measured. */
function untimed(folder: string, run: string): string[] {
  return readText(folder, 'runs', `${run}.jsonl`)
    .trimEnd()
    .split('\n')
    .map((line) => {
      const record = JSON.parse(line) as Record<string, unknown>;
      for (const key of ['latency_ms', 'first_token_ms', 'started_at']) record[key] = null;
      delete (record['metadata'] as Record<string, unknown>)['intent_ms'];
      return JSON.stringify(record);
    });
}

async function callWell(args: readonly string[], cwd: string): Promise<CliCall> {
  const call = await callCli(args, { cwd, env: ENV });
  expect(call, args.join(' ')).toMatchObject({ code: 0 });
  return call;
}

/** A workspace with the embedded assistant as system under test and a judge that disagrees with itself. */
async function createWorkspace(): Promise<string> {
  const server = await startLoopbackServer();
  onTestFinished(() => server.close());
  const cwd = createFolder();
  const endpoint = { kind: 'openai-compatible', baseURL: server.baseURL, apiKeyEnv: 'JUDGE_KEY' };
  writeFileSync(
    path.join(cwd, 'reportcard.config.json'),
    JSON.stringify({
      target: { kind: 'demo', language: 'en' },
      judge: { ...endpoint, model: 'judge-1' },
      embedder: { ...endpoint, model: 'embed-1' },
      repeats: 2,
      sut: { model: 'judge-1' },
      metrics: { ks: [1, 5], further: ['recall_inclusive'] },
      failures: { thresholds: { faithfulness: 0.9 } },
    }),
  );
  return cwd;
}

/** A second workspace with the same configuration and the given run, as if it had been recorded there. */
function copyRun(from: string, run: string, further: readonly string[] = ['reportcard.config.json']): string {
  const to = createFolder();
  mkdirSync(path.join(to, 'runs'));
  for (const file of [...further, `runs/${run}.jsonl`, `runs/${run}.meta.json`])
    copyFileSync(path.join(from, file), path.join(to, file));
  return to;
}

describe('merge', () => {
  it('gives the run and, outside meta.volatile, the bytes of one scoring of the whole run', async () => {
    const cwd = await createWorkspace();
    for (const part of [1, 2, 3]) {
      await callWell(['run', '--name', `part${part}`, '--shard', `${part}/3`, '--limit', '14', '--json'], cwd);
      await callWell(['score', `part${part}`, '--json'], cwd);
    }
    await callWell(['run', '--name', 'whole', '--limit', '14', '--json'], cwd);
    // In any order: the parts know which they are.
    const merged = await callWell(['merge', 'part3', 'part1', 'part2', '--name', 'all', '--json'], cwd);
    expect(JSON.parse(merged.out)).toMatchObject({ run_id: 'all', scores: 'reports/all/_scores.json', notes: [] });
    expect(untimed(cwd, 'all')).toEqual(untimed(cwd, 'whole'));
    const [all, whole] = ['all', 'whole'].map((run) => JSON.parse(readText(cwd, 'runs', `${run}.meta.json`)));
    for (const key of ['dataset', 'run_units', 'knowledge_base_manifests', 'runner', 'fingerprint', 'status', 'l2_key'])
      expect(all[key], key).toEqual(whole[key]);

    const other = copyRun(cwd, 'all');
    await callWell(['score', 'all', '--json'], other);
    expect(fixedPart(cwd, 'all')).toBe(fixedPart(other, 'all'));
    expect(fixedPart(cwd, 'all')).toMatch(/"judge_sd":0,"n_repeats":2/);
    expect(readText(cwd, 'reports/all/_evidence.jsonl').split('\n').length).toBe(
      readText(other, 'reports/all/_evidence.jsonl').split('\n').length,
    );
    // Nothing is stale: a scoring of the merged run asks nobody and changes nothing.
    const again = JSON.parse((await callWell(['score', 'all', '--json'], cwd)).out) as { estimate: { calls: number } };
    expect(again.estimate.calls).toBe(0);
    expect(fixedPart(cwd, 'all')).toBe(fixedPart(other, 'all'));
  });

  it('keeps human scores, with the automatic ones they replaced', async () => {
    const cwd = await createWorkspace();
    for (const part of [1, 2]) {
      await callWell(['run', '--name', `part${part}`, '--shard', `${part}/2`, '--limit', '6', '--json'], cwd);
      await callWell(['score', `part${part}`, '--json'], cwd);
    }
    const before = readScores(cwd, 'part2');
    const [id = '', sample] =
      Object.entries(before.per_sample).find(([, { scores }]) => scores['answer_correctness'] !== undefined) ?? [];
    const auto = sample?.scores['answer_correctness'];
    expect(auto).toBeGreaterThanOrEqual(0);
    const sheet = path.join(cwd, 'reports/part2/per_sample.csv');
    const rows = parse(readFileSync(sheet), { columns: true, bom: true }) as Record<string, string>[];
    const edited = rows.map((row) => (row['query_id'] === id ? { ...row, answer_correctness_manual: '0.125' } : row));
    writeFileSync(sheet, stringify(edited, { header: true }));
    await callWell(['report', 'part2', '--renderer', 'md'], cwd);
    await callWell(['merge', 'part1', 'part2', '--name', 'all', '--json'], cwd);
    const scores = readScores(cwd, 'all');
    expect(scores.meta.overrides).toMatchObject([{ sample_id: id, manual: 0.125, auto: { value: auto } }]);
    expect(scores.per_sample[id]?.scores['answer_correctness']).toBe(0.125);
    expect(scores.stats.overall['answer_correctness']?.n_manual).toBe(1);
  });

  it('names samples anew where the parts differ in their query mode', async () => {
    const cwd = createFolder();
    writeRun(cwd, 'a', createRecords(3, 2, { query_mode: 'bm25' }));
    writeRun(cwd, 'b', createRecords(3, 1, { query_mode: 'dense' }));
    for (const run of ['a', 'b']) await callWell(['score', run], cwd);
    await callWell(['merge', 'a', path.join(cwd, 'runs/b.jsonl'), '--name', 'all'], cwd);
    const scores = readScores(cwd, 'all');
    expect(Object.keys(scores.per_sample)).toEqual([
      'q1@bm25',
      'q2@bm25',
      'q3@bm25',
      'q1@dense',
      'q2@dense',
      'q3@dense',
    ]);
    expect(scores.by_query_mode?.['bm25']?.overall['hit@5']).toBe(2 / 3);
    expect(scores.by_query_mode?.['dense']?.overall['hit@5']).toBe(1 / 3);
    const other = copyRun(cwd, 'all', []);
    await callWell(['score', 'all'], other);
    expect(fixedPart(cwd, 'all')).toBe(fixedPart(other, 'all'));
  });

  it('merges imported runs of different files with the scores that came along', async () => {
    const cwd = createFolder();
    const header = 'question,answer,contexts,ground_truth,faithfulness,tone';
    const rows = (from: number): string =>
      [0, 1, 2]
        .map(
          (n) => `"Question ${from + n}?",Yes.,"['It is so ${from + n}.']",Yes.,${n === 1 ? '' : `0.${from + n}`},0.5`,
        )
        .join('\n');
    for (const [name, from] of [['a', 1] as const, ['b', 4] as const]) {
      writeFileSync(path.join(cwd, `${name}.csv`), `${header}\n${rows(from)}\n`);
      await callWell(['import', 'auto', `${name}.csv`, '--name', name, '--columns', 'score:tone=tone'], cwd);
      await callWell(['score', name], cwd);
    }
    await callWell(['merge', 'a', 'b', '--name', 'all'], cwd);
    const scores = readScores(cwd, 'all');
    expect(Object.keys(scores.per_sample)).toHaveLength(6);
    // 0.1, 0.3, 0.4 and 0.6
    expect(scores.overall['faithfulness']).toBeCloseTo(0.35, 12);
    expect(scores.stats.overall['faithfulness']).toMatchObject({ n_total: 6, n_scored: 4 });
    const other = copyRun(cwd, 'all', ['runs/all.imported.jsonl']);
    await callWell(['score', 'all'], other);
    expect(fixedPart(cwd, 'all')).toBe(fixedPart(other, 'all'));
    expect(JSON.parse(readText(cwd, 'runs/all.meta.json'))).toMatchObject({
      dataset: { name: 'all', sha256: null, n_samples: 6 },
      metadata: { merged_from: [{ run_id: 'a' }, { run_id: 'b' }] },
    });
  });

  it('merges runs that nobody scored, and says what comes next', async () => {
    const cwd = createFolder();
    writeRun(cwd, 'a', [createRecord('x', true)]);
    writeRun(cwd, 'b', [createRecord('y', false)]);
    expect((await callWell(['merge', 'a', 'b', '--name', 'all'], cwd)).out).toContain('reportcard score all');
    const lines = readText(cwd, 'runs/all.jsonl').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ query_id: 'x' }, { query_id: 'y' }]);
    expect(existsSync(path.join(cwd, 'reports'))).toBe(false);
  });

  it.each([
    ['a sample that stands in two parts', 'q1', ['a.jsonl', 'recorded twice'], [], []],
    ['another profile and other policies', 'y', ['the profile', 'the policies'], [], ['--profile', 'ragent']],
    ['another judge', 'y', ['the judge'], ['--judge', 'lexical'], []],
  ])('refuses %s with one message, exit 2, and writes nothing', async (_what, id, words, first, second) => {
    const cwd = createFolder();
    writeRun(cwd, 'a', createRecords(2, 1));
    writeRun(cwd, 'b', [createRecord(id, true)]);
    await callWell(['score', 'a', ...first], cwd);
    await callWell(['score', 'b', ...second], cwd);
    const call = await callCli(['merge', 'a', 'b', '--name', 'all'], { cwd });
    expect(call.code).toBe(2);
    for (const word of words) expect(call.err).toContain(word);
    expect(existsSync(path.join(cwd, 'runs/all.jsonl'))).toBe(false);
    expect(existsSync(path.join(cwd, 'reports/all'))).toBe(false);
  });

  it.each([
    ['one run alone', ['a'], 'at least two runs'],
    ['a name that is taken', ['a', 'b', '--name', 'a'], 'exists already'],
    ['a part without scores beside one with', ['a', 'c', '--name', 'all'], 'reportcard score c'],
    ['a run that does not exist', ['a', 'nope'], 'nope'],
    ['a path outside any workspace', ['a', 'a.jsonl'], 'no file'],
  ])('refuses %s', async (_what, args, word) => {
    const cwd = createFolder();
    writeRun(cwd, 'a', [createRecord('x', true)]);
    writeRun(cwd, 'b', [createRecord('y', true)]);
    writeRun(cwd, 'c', [createRecord('z', true)]);
    await callWell(['score', 'a'], cwd);
    const call = await callCli(['merge', ...args], { cwd });
    expect(call.code).toBe(2);
    expect(call.err).toContain(word);
  });

  it('refuses a part whose run changed after it was scored', async () => {
    const cwd = createFolder();
    writeRun(cwd, 'a', [createRecord('x', true)]);
    writeRun(cwd, 'b', [createRecord('y', true)]);
    for (const run of ['a', 'b']) await callWell(['score', run], cwd);
    writeRun(cwd, 'b', [createRecord('y', false)]);
    const call = await callCli(['merge', 'a', 'b'], { cwd });
    expect(call).toMatchObject({ code: 2 });
    expect(call.err).toContain('changed after it was scored');
  });

  it('says which part is missing', async () => {
    const cwd = await createWorkspace();
    for (const part of [1, 3]) await callWell(['run', '--name', `part${part}`, '--shard', `${part}/3`, '--json'], cwd);
    expect((await callWell(['merge', 'part1', 'part3'], cwd)).err).toContain('part 2/3 is missing');
  });

  it('refuses a shard that does not exist', async () => {
    const cwd = await createWorkspace();
    for (const shard of ['0/3', '4/3', 'x', '1/0', '1'])
      expect((await callCli(['run', '--shard', shard], { cwd })).code).toBe(2);
  });
});
