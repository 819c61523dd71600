import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { describe, expect, it } from 'vitest';
import { runBuiltCli, spawnCli, useBuiltCli } from './built-cli.ts';
import { callCli, createFolder } from './call-cli.ts';
import { createRecords, writeRun } from './write-run.ts';

useBuiltCli();

const SAMPLES = 400;

type Rows = Record<string, string>[];

const readRows = (file: string): Rows => parse(readFileSync(file), { columns: true, bom: true }) as Rows;

describe('report killed with SIGKILL', () => {
  it('leaves the old or the new sheet, whole, with every typed score, and can be run again', async () => {
    const cwd = createFolder();
    writeRun(cwd, 'v1', createRecords(SAMPLES, 300));
    await callCli(['score', 'v1'], { cwd });
    const file = path.join(cwd, 'reports/v1/per_sample.csv');
    const typed = readRows(file).map((row, index) => ({ ...row, faithfulness_manual: String((index % 10) / 10) }));
    const saved = stringify(typed, { header: true });
    writeFileSync(file, saved);
    const start = performance.now();
    expect((await runBuiltCli(['report', 'v1'], { cwd })).code).toBe(0);
    const duration = performance.now() - start;
    const written = readFileSync(file, 'utf8');
    expect(written).not.toBe(saved);

    const found = new Set<string>();
    const wanted = typed.map((row) => row['faithfulness_manual']);
    for (let kill = 1; kill <= 8; kill += 1) {
      writeFileSync(file, saved);
      const child = spawnCli(['report', 'v1'], { cwd });
      setTimeout(() => child.kill('SIGKILL'), (duration * kill) / 8);
      await once(child, 'close');
      const text = readFileSync(file, 'utf8');
      found.add(text === saved ? 'old' : 'new');
      expect([saved.length, written.length]).toContain(text.length);
      expect(readRows(file).map((row) => row['faithfulness_manual'])).toEqual(wanted);
    }
    expect(found).toContain('old');
    const again = await runBuiltCli(['report', 'v1', '--json'], { cwd });
    expect(again.code).toBe(0);
    expect(JSON.parse(readFileSync(path.join(cwd, 'reports/v1/_scores.json'), 'utf8')).meta.manual_overrides).toBe(
      SAMPLES,
    );
  });
});
