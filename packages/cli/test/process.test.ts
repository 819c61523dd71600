import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { runBuiltCli, spawnCli, useBuiltCli } from './built-cli.ts';
import { createFolder } from './call-cli.ts';

const NOBODY = 65534;

useBuiltCli();

describe('the built command line', () => {
  it('runs the demo in an empty folder without any network and writes the five artefacts', async () => {
    const cwd = createFolder();
    const call = await runBuiltCli(['demo', '--lang', 'en', '--json'], {
      cwd,
      env: { http_proxy: 'http://127.0.0.1:9', https_proxy: 'http://127.0.0.1:9' },
    });
    expect(call.err).toBe('');
    expect(call.code).toBe(0);
    const { files, run_id: runId } = JSON.parse(call.out) as { files: string[]; run_id: string };
    for (const name of ['_scores.json', 'report.md', 'per_sample.csv', 'failures.jsonl', 'slides.html'])
      expect(files).toContain(`reports/${runId}/${name}`);
    for (const file of files) expect(existsSync(path.join(cwd, 'reportcard-demo', file))).toBe(true);
  });

  it('shows the same numbers in every artefact of the demo', async () => {
    const cwd = createFolder();
    await runBuiltCli(['demo', '--lang', 'en', '--quiet'], { cwd });
    const reports = path.join(cwd, 'reportcard-demo', 'reports');
    const run = readdirSync(reports).find((name) => name.startsWith('demo_')) ?? '';
    const read = (name: string): string => readFileSync(path.join(reports, run, name), 'utf8');
    const scores = JSON.parse(read('_scores.json')) as {
      overall: Record<string, number>;
      stats: { overall: Record<string, { n_scored: number }> };
      failures: { n_failed: number };
    };
    const shown = `${((scores.overall['hit@5'] ?? 0) * 100).toFixed(1)}%`;
    const n = String(scores.stats.overall['hit@5']?.n_scored);
    const row =
      read('report.md')
        .split('\n')
        .find((line) => line.includes('`hit@5`')) ?? '';
    expect(row).toContain(shown);
    expect(row).toContain(n);
    expect(read('slides.html').replace(/<[^>]+>/g, '')).toContain(shown.slice(0, -1));
    expect(read('failures.jsonl').trimEnd().split('\n')).toHaveLength(scores.failures.n_failed);
    const cells = (parse(read('per_sample.csv'), { columns: true, bom: true }) as Record<string, string>[])
      .map((cell) => cell['hit@5'])
      .filter((cell) => cell !== '');
    expect(String(cells.length)).toBe(n);
    expect(cells.filter((cell) => cell === '1').length / cells.length).toBe(scores.overall['hit@5']);
  });

  it('goes on to its end when the reader of its output closes the pipe', async () => {
    const cwd = createFolder();
    const child = spawnCli(['demo', '--lang', 'en'], { cwd });
    child.stdout?.destroy();
    let err = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      err += chunk.toString();
    });
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(err).not.toContain('EPIPE');
    expect(existsSync(path.join(cwd, 'reportcard-demo/reports/latest_slides.html'))).toBe(true);
  });

  it('names a folder it may not write to and ends with 2', async () => {
    const cwd = createFolder();
    mkdirSync(path.join(cwd, 'runs'));
    writeFileSync(
      path.join(cwd, 'runs', 'v1.jsonl'),
      `${JSON.stringify({ query_id: 'a', user_input: 'x', final_status: 'success', response: {} })}\n`,
    );
    chmodSync(cwd, 0o555);
    const uid = process.getuid?.() === 0 ? NOBODY : undefined;
    const call = await runBuiltCli(['score', 'v1'], { cwd, uid });
    chmodSync(cwd, 0o755);
    expect(call.err).toContain('reports');
    expect(call.err.trimEnd().split('\n')).toHaveLength(1);
    expect(call.code).toBe(2);
  });
});
