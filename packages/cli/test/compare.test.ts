import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { callCli, createFolder } from './call-cli.ts';
import { createRecords, writeRun } from './write-run.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../../fixtures/ragent');

async function importRagent(cwd: string, name: string): Promise<void> {
  await callCli(
    [
      'import',
      'ragent',
      path.join(FIXTURES, `${name}.jsonl`),
      '--scores',
      path.join(FIXTURES, `${name}_scores.json`),
      '--name',
      name,
    ],
    { cwd },
  );
  expect((await callCli(['score', name, '--profile', 'ragent'], { cwd })).code).toBe(0);
}

describe('compare', () => {
  it('refuses two runs over other questions, with the reason, and compares what they share with --force', async () => {
    const cwd = createFolder();
    await importRagent(cwd, 'run20');
    await importRagent(cwd, 'run150');
    const refused = await callCli(['compare', 'run20', 'run150'], { cwd });
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('80');
    const forced = await callCli(['compare', 'run20', 'run150', '--force', '--json'], { cwd });
    const comparison = JSON.parse(forced.out) as { n_paired: number; forced: boolean; warnings: string[] };
    expect(comparison.forced).toBe(true);
    expect(comparison.warnings.length).toBeGreaterThan(0);
    expect(comparison.n_paired).toBeLessThan(16);
  });

  it('tells improved, worse and not distinguishable apart', async () => {
    const cwd = createFolder();
    writeRun(cwd, 'a', createRecords(60, 30));
    writeRun(cwd, 'b', createRecords(60, 50));
    for (const name of ['a', 'b']) await callCli(['score', name], { cwd });
    const better = JSON.parse((await callCli(['compare', 'a', 'b', '--json'], { cwd })).out) as {
      metrics: Record<string, { verdict: string; wins: number; losses: number; difference: number }>;
    };
    expect(better.metrics['hit@5']).toMatchObject({ verdict: 'improved', wins: 20, losses: 0 });
    expect(better.metrics['hit@5']?.difference).toBeCloseTo(20 / 60, 12);
    expect(better.metrics['request_failure_rate']?.verdict).toBe('not_distinguishable');
    const worse = JSON.parse((await callCli(['compare', 'b', 'a', '--json'], { cwd })).out) as {
      metrics: Record<string, { verdict: string }>;
    };
    expect(worse.metrics['hit@5']?.verdict).toBe('worse');
    expect((await callCli(['compare', 'a', 'b'], { cwd })).out).toContain('improved');
    expect((await callCli(['compare', 'a', 'b', '--format', 'markdown'], { cwd })).out).toContain('| ');
  });
});

describe('matrix and history', () => {
  it('print the runs of a workspace', async () => {
    const cwd = createFolder();
    writeRun(cwd, 'a', createRecords(40, 20));
    writeRun(cwd, 'b', createRecords(40, 30));
    for (const name of ['a', 'b']) await callCli(['score', name], { cwd });
    for (const format of ['markdown', 'csv', 'json', 'latex']) {
      const call = await callCli(['matrix', 'a', 'b', '--format', format], { cwd });
      expect(call.err).toBe('');
      expect(call.code).toBe(0);
      expect(call.out).toContain('hit@5');
    }
    const trend = await callCli(['history', 'hit@5'], { cwd });
    expect(trend.code).toBe(0);
    expect(trend.out).toContain('0.5');
    expect((await callCli(['history', 'hit@6'], { cwd })).err).toContain('did you mean hit@');
  });
});
