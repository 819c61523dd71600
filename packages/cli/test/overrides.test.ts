import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { describe, expect, it } from 'vitest';
import { callCli, createFolder } from './call-cli.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../../fixtures/ragent');
const SHEET = 'reports/r/per_sample.csv';
const SCORES = 'reports/r/_scores.json';

interface Scores {
  readonly overall: Readonly<Record<string, number>>;
  readonly by_intent_l1: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly overall_auto: Readonly<Record<string, number>>;
  readonly failures: { readonly by_reason: Readonly<Record<string, number>> };
  readonly meta: {
    readonly manual_overrides: number;
    readonly overrides: readonly {
      readonly sample_id: string;
      readonly auto: unknown;
      readonly manual: number;
      readonly reviewer: string;
      readonly reason: string;
    }[];
    readonly overrides_cleared: number;
  };
  readonly per_sample: Readonly<Record<string, { readonly scores: Readonly<Record<string, number>> }>>;
}

async function scoredRun(): Promise<string> {
  const cwd = createFolder();
  await callCli(
    [
      'import',
      'ragent',
      path.join(FIXTURES, 'run20.jsonl'),
      '--scores',
      path.join(FIXTURES, 'run20_scores.json'),
      '--name',
      'r',
    ],
    { cwd },
  );
  await callCli(['score', 'r', '--profile', 'ragent'], { cwd });
  expect((await callCli(['report', 'r'], { cwd })).code).toBe(0);
  return cwd;
}

const readScores = (cwd: string): Scores => JSON.parse(readFileSync(path.join(cwd, SCORES), 'utf8')) as Scores;

function editSheet(cwd: string, edit: (rows: Record<string, string>[]) => void): void {
  const file = path.join(cwd, SHEET);
  const rows = parse(readFileSync(file), { columns: true, bom: true }) as Record<string, string>[];
  edit(rows);
  writeFileSync(file, stringify(rows, { header: true }));
}

function type(cwd: string, queryId: string, cells: Readonly<Record<string, string>>): void {
  editSheet(cwd, (rows) => {
    Object.assign(rows.find((row) => row['query_id'] === queryId) ?? {}, cells);
  });
}

describe('a score typed into per_sample.csv', () => {
  it('wins over the judge everywhere, with an audit entry, and a cleared cell restores every byte', async () => {
    const cwd = await scoredRun();
    const before = readScores(cwd);
    const bytes = readFileSync(path.join(cwd, SCORES), 'utf8');
    const auto = before.per_sample['F1-01']?.scores['faithfulness'] ?? Number.NaN;
    type(cwd, 'F1-01', { faithfulness_manual: '40 %', manual_reviewer: 'R', manual_reason: 'ungrounded' });
    expect((await callCli(['report', 'r'], { cwd })).code).toBe(0);
    const after = readScores(cwd);
    expect(after.per_sample['F1-01']?.scores['faithfulness']).toBe(0.4);
    // 18 samples carry faithfulness: the mean moves by (0.4 − auto) / 18
    expect(after.overall['faithfulness']).toBeCloseTo((before.overall['faithfulness'] ?? 0) + (0.4 - auto) / 18, 12);
    expect(after.overall_auto['faithfulness']).toBe(before.overall['faithfulness']);
    expect(after.by_intent_l1['SUPPORT']).toEqual(before.by_intent_l1['SUPPORT']);
    expect(after.failures.by_reason['faithfulness_low']).toBe((before.failures.by_reason['faithfulness_low'] ?? 0) + 1);
    expect(after.meta.overrides).toMatchObject([
      { sample_id: 'F1-01', auto: { value: auto, status: 'ok' }, manual: 0.4, reviewer: 'R' },
    ]);
    type(cwd, 'F1-01', { faithfulness_manual: '', manual_reviewer: '', manual_reason: '' });
    expect((await callCli(['report', 'r'], { cwd })).code).toBe(0);
    const cleared = readFileSync(path.join(cwd, SCORES), 'utf8');
    expect(readScores(cwd).meta.overrides_cleared).toBe(1);
    expect(cleared.replace('"overrides_cleared": 1', '"overrides_cleared": 0')).toBe(bytes);
  });

  it('survives score, score with another profile, and a deleted sheet', async () => {
    const cwd = await scoredRun();
    type(cwd, 'F1-01', { faithfulness_manual: '0.25' });
    await callCli(['report', 'r'], { cwd });
    for (const args of [
      ['score', 'r'],
      ['score', 'r', '--profile', 'default'],
      ['report', 'r'],
    ]) {
      expect((await callCli(args, { cwd })).code).toBe(0);
      expect(readScores(cwd).per_sample['F1-01']?.scores['faithfulness']).toBe(0.25);
      expect(readScores(cwd).meta.manual_overrides).toBe(1);
    }
  });

  it('with a decimal comma in a semicolon file means the same in the next report', async () => {
    const cwd = await scoredRun();
    const file = path.join(cwd, SHEET);
    const rows = parse(readFileSync(file), { columns: true, bom: true }) as Record<string, string>[];
    Object.assign(rows.find((row) => row['query_id'] === 'F1-01') ?? {}, {
      faithfulness_manual: '0,4',
      manual_reason: 'rund 0,4',
    });
    writeFileSync(file, stringify(rows, { header: true, delimiter: ';' }));
    for (const _ of [1, 2]) {
      expect((await callCli(['report', 'r'], { cwd })).code).toBe(0);
      expect(readScores(cwd).per_sample['F1-01']?.scores['faithfulness']).toBe(0.4);
    }
    expect(readScores(cwd).meta.overrides).toMatchObject([{ manual: 0.4, reason: 'rund 0,4' }]);
  });

  it('is refused with every other bad cell in one message, and nothing changes', async () => {
    const cwd = await scoredRun();
    type(cwd, 'F1-01', { faithfulness_manual: '80' });
    type(cwd, 'S10-01', { answer_correctness_manual: 'yes' });
    const sheet = readFileSync(path.join(cwd, SHEET));
    const scores = readFileSync(path.join(cwd, SCORES));
    const call = await callCli(['report', 'r'], { cwd });
    expect(call.code).toBe(2);
    expect(call.err).toContain('faithfulness_manual');
    expect(call.err).toContain('answer_correctness_manual');
    expect(readFileSync(path.join(cwd, SHEET)).equals(sheet)).toBe(true);
    expect(readFileSync(path.join(cwd, SCORES)).equals(scores)).toBe(true);
  });
});

describe('a score typed into the automatic column', () => {
  it('is refused by report and by score, with a hint, and is not lost', async () => {
    const cwd = await scoredRun();
    type(cwd, 'F1-01', { faithfulness: '0.123' });
    const sheet = readFileSync(path.join(cwd, SHEET));
    for (const verb of ['score', 'report']) {
      const call = await callCli([verb, 'r'], { cwd });
      expect(call.code).toBe(2);
      expect(call.err).toContain('faithfulness_manual');
    }
    expect(readFileSync(path.join(cwd, SHEET)).equals(sheet)).toBe(true);
  });
});

describe('report', () => {
  it('twice gives the same bytes in every artefact', async () => {
    const cwd = await scoredRun();
    const files = ['_scores.json', 'report.md', 'per_sample.csv', 'failures.jsonl', 'slides.html'];
    const first = files.map((file) => readFileSync(path.join(cwd, 'reports/r', file), 'utf8'));
    await callCli(['report', 'r'], { cwd });
    expect(files.map((file) => readFileSync(path.join(cwd, 'reports/r', file), 'utf8'))).toEqual(first);
  });

  it('marks the files of a renderer that fails as stale and lets the others write', async () => {
    const cwd = await scoredRun();
    writeFileSync(
      path.join(cwd, 'broken.mjs'),
      "export default { name: 'md2', apiVersion: 1, description: 'x', render() { throw new Error('no'); } };\n",
    );
    const call = await callCli(['report', 'r', '--renderer', './broken.mjs,jsonl'], { cwd });
    expect(call.code).toBe(70);
    expect(call.err).toContain('the renderer md2 failed');
    expect(call.out).toContain('wrote reports/r/failures.jsonl');
  });

  it('names the nearest renderer for a misspelt one', async () => {
    const cwd = await scoredRun();
    const call = await callCli(['report', 'r', '--renderer', 'slide'], { cwd });
    expect(call.code).toBe(2);
    expect(call.err).toContain('did you mean slides?');
  });
});
