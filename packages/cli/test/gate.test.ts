import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RunRecordInput } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { type CliCall, callCli, createFolder } from './call-cli.ts';
import { createRecord, createRecords, writeRun } from './write-run.ts';

async function scored(records: readonly RunRecordInput[], name = 'v1', cwd = createFolder()): Promise<string> {
  writeRun(cwd, name, records);
  expect((await callCli(['score', name], { cwd })).code).toBe(0);
  return cwd;
}

const gate = (cwd: string, ...args: string[]): Promise<CliCall> => callCli(['gate', 'v1', ...args], { cwd });

describe('gate', () => {
  it('passes with 0 when the value equals the threshold: 17 of 20 is 0.85', async () => {
    const cwd = await scored(createRecords(20, 17));
    expect((await gate(cwd, '--min', 'hit@5=0.85')).code).toBe(0);
    const failed = await gate(cwd, '--min', 'hit@5=0.8500001');
    expect(failed.code).toBe(1);
    expect(failed.out).toContain('0.8500001');
  });

  it('fails with 1 when one rule of several fails, and names it', async () => {
    const cwd = await scored(createRecords(20, 17));
    const call = await gate(cwd, '--min', 'hit@5=0.8', '--max', 'ttft_p50_ms=99');
    expect(call.code).toBe(1);
    expect(call.out).toContain('ttft_p50_ms');
  });

  it('is inconclusive with 3 for a metric that no sample is scored for', async () => {
    const cwd = await scored(createRecords(20, 17));
    expect((await gate(cwd, '--min', 'faithfulness=0.5')).code).toBe(3);
    expect((await gate(cwd, '--max', 'wrong_answer_rate=0.5')).code).toBe(3);
  });

  it('is inconclusive with 3 at a coverage of 94.9 %', async () => {
    // 1000 successes, 51 of them without a first-token time: 949 / 1000 scored
    const records = createRecords(1000, 900).map((record, index) =>
      index < 51 ? { ...record, first_token_ms: null } : record,
    );
    const cwd = await scored(records);
    const call = await gate(cwd, '--max', 'ttft_p50_ms=3000');
    expect(call.code).toBe(3);
    expect(call.out).toContain('94.9');
    const enough = await gate(cwd, '--max', 'ttft_p50_ms=3000', '--min-coverage', '0.949');
    expect(enough.code).toBe(0);
  });

  it('lets a failed rule beat an inconclusive one', async () => {
    const cwd = await scored(createRecords(20, 2));
    expect((await gate(cwd, '--min', 'faithfulness=0.5', '--min', 'hit@5=0.5')).code).toBe(1);
  });

  it('never passes without samples: an empty run is refused, a run of failures is inconclusive or failed', async () => {
    const cwd = createFolder();
    writeRun(cwd, 'v1', []);
    expect((await callCli(['score', 'v1'], { cwd })).code).toBe(2);
    const failed = await scored(
      createRecords(5, 0, { final_status: 'error', error: { message: 'down' }, response: null }),
    );
    expect((await gate(failed, '--max', 'latency_p50_ms=100')).code).toBe(3);
    expect((await gate(failed, '--max', 'request_failure_rate=0.1')).code).toBe(1);
  });

  it.each([
    [['--min', 'hit@6=0.9'], 'did you mean "hit@'],
    [['--min', 'hit@5@l2:retrns=0.9'], 'returns'],
    [['--min', 'hit@5'], 'cannot be read'],
    [[], 'there is no rule to judge by'],
    [['--max-drop', 'hit@5=0.1'], 'baseline'],
  ])('ends with 2 for %j and says why', async (args, message) => {
    const cwd = await scored(createRecords(20, 17));
    const call = await gate(cwd, ...args);
    expect(call.code).toBe(2);
    expect(call.err).toContain(message);
  });

  it('ends with 2 for a run without scores', async () => {
    const cwd = createFolder();
    writeRun(cwd, 'v1', createRecords(2, 1));
    expect((await gate(cwd, '--min', 'hit@5=0.5')).code).toBe(2);
  });

  it('judges slices by name and by pattern', async () => {
    const cwd = await scored([
      ...createRecords(10, 10),
      createRecord('z1', false, { intent_l2: 'S1_选购推荐' }),
      createRecord('z2', true, { intent_l2: 'S1_选购推荐' }),
    ]);
    expect((await gate(cwd, '--min', 'hit@5@l2:S1_选购推荐=0.5')).code).toBe(0);
    expect((await gate(cwd, '--min', 'hit@5@l2:S1_选购推荐=0.6')).code).toBe(1);
    expect((await gate(cwd, '--min', 'hit@5@l2:*=0.6')).code).toBe(1);
  });

  it('counts human scores', async () => {
    const cwd = await scored(createRecords(20, 17));
    const sheet = path.join(cwd, 'reports/v1/per_sample.csv');
    const [head = '', ...rows] = readFileSync(sheet, 'utf8').trimEnd().split('\r\n');
    const column = head.split(',').indexOf('faithfulness_manual');
    const filled = rows.map((row) =>
      row
        .split(',')
        .map((cell, index) => (index === column ? '0.9' : cell))
        .join(','),
    );
    writeFileSync(sheet, [head, ...filled, ''].join('\r\n'));
    utimesSync(sheet, new Date(), new Date(Date.now() + 60_000));
    const before = await gate(cwd, '--min', 'faithfulness=0.8');
    expect(before.code).toBe(3);
    expect(before.out).toContain('score sheet is newer');
    await callCli(['report', 'v1', '--renderer', 'csv'], { cwd });
    expect((await gate(cwd, '--min', 'faithfulness=0.8')).code).toBe(0);
  });

  it.each([
    ['report', 'v1'],
    ['report', 'v1', '--renderer', 'csv'],
  ])('takes no sheet that %s %s wrote for an edited one', async (...args) => {
    const cwd = await scored(createRecords(20, 17));
    await callCli(['report', 'v1'], { cwd });
    const folder = path.join(cwd, 'reports/v1');
    const hourAgo = new Date(Date.now() - 3_600_000);
    for (const name of readdirSync(folder)) utimesSync(path.join(folder, name), hourAgo, hourAgo);
    expect((await callCli(args, { cwd })).code).toBe(0);
    expect((await gate(cwd, '--min', 'hit@5=0.8')).out).not.toContain('sheet is newer');
    utimesSync(path.join(folder, 'per_sample.csv'), new Date(), new Date(Date.now() + 60_000));
    expect((await gate(cwd, '--min', 'hit@5=0.8')).out).toContain('sheet is newer');
  });

  it('compares with a baseline: largest drop, and significantly worse', async () => {
    const cwd = await scored(createRecords(60, 54), 'base');
    await scored(createRecords(60, 36), 'v1', cwd);
    expect((await gate(cwd, '--baseline', 'base', '--max-drop', 'hit@5=0.31')).code).toBe(0);
    expect((await gate(cwd, '--baseline', 'base', '--max-drop', 'hit@5=0.29')).code).toBe(1);
    expect((await gate(cwd, '--baseline', 'base', '--not-worse', 'hit@5')).code).toBe(1);
    expect((await gate(cwd, '--baseline', 'base', '--not-worse', 'request_failure_rate')).code).toBe(0);
  });

  it('writes JUnit, Markdown, a step summary and annotations', async () => {
    const cwd = await scored(createRecords(20, 17));
    writeFileSync(path.join(cwd, 'summary.md'), '');
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: path.join(cwd, 'summary.md') };
    const call = await callCli(['gate', 'v1', '--min', 'hit@5=0.9', '--junit', 'gate.xml', '--markdown', 'gate.md'], {
      cwd,
      env,
    });
    expect(call.code).toBe(1);
    expect(call.out).toContain('::error');
    expect(readFileSync(path.join(cwd, 'gate.xml'), 'utf8')).toContain('<testcase');
    expect(readFileSync(path.join(cwd, 'gate.md'), 'utf8')).toContain('hit@5');
    expect(readFileSync(path.join(cwd, 'summary.md'), 'utf8')).toContain('| ');
  });

  it('answers with JSON, unrounded', async () => {
    const cwd = await scored(createRecords(3, 2));
    const call = await gate(cwd, '--min', 'hit@5=0.6', '--json');
    const report = JSON.parse(call.out) as { verdict: string; rules: { value: number; n: number }[] };
    expect(report.verdict).toBe('pass');
    expect(report.rules[0]).toMatchObject({ value: 2 / 3, n: 3 });
  });

  it('reads rules from the configuration, and the artefacts show the same verdict', async () => {
    const cwd = await scored(createRecords(20, 17));
    writeFileSync(path.join(cwd, 'reportcard.config.json'), JSON.stringify({ gate: { min: { 'hit@5': 0.9 } } }));
    expect((await gate(cwd)).code).toBe(1);
    await callCli(['report', 'v1', '--lang', 'en'], { cwd });
    expect(readFileSync(path.join(cwd, 'reports/v1/report.md'), 'utf8')).toMatch(/CAUTION|WARNING/);
  });
});
