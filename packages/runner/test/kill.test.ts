import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createFileStore, createMemoryStore } from '@reportcard/object-store';
import type { RunRecord } from '@reportcard/report-schema';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordBenchmark } from '../src/index.ts';
import { createBenchmark, createNumberedSystem, numberedCases, readRecords } from './fixed-system.ts';

const COUNT = 120;
let folder = '';
let program = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runner-kill-'));
  program = join(folder, 'record-child.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('record-child.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['@reportcard/source'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'silent',
  });
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

function hasEnded(child: ChildProcess): Promise<NodeJS.Signals | null> {
  return new Promise((resolve) => {
    child.once('exit', (_code, signal) => resolve(signal));
  });
}

/** Runs the recording until it has printed `lines` lines, then kills it; to its end with Infinity. Gives the signal and the last line. */
async function run(
  workspace: string,
  lines: number,
): Promise<{ readonly signal: NodeJS.Signals | null; readonly last: string }> {
  const child = spawn(process.execPath, [program, workspace, String(COUNT)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = hasEnded(child);
  let seen = 0;
  let last = '';
  for await (const line of createInterface({ input: child.stdout })) {
    last = line;
    if (++seen >= lines) child.kill('SIGKILL');
  }
  return { signal: await ended, last };
}

function withoutTimes(records: readonly RunRecord[]): unknown[] {
  return records.map(({ started_at: _at, latency_ms: _latency, first_token_ms: _first, ...rest }) => rest);
}

describe('a recording that is killed with -9', () => {
  it('resumes after each kill; the file in the end is the one of an undisturbed run but for times', async () => {
    const workspace = join(folder, 'workspace');
    for (const lines of [1, 17, 40]) expect((await run(workspace, lines)).signal).toBe('SIGKILL');
    const before = (await readFile(join(workspace, 'runs', 'r.jsonl'), 'utf8')).split('\n').length;
    expect(before).toBeGreaterThan(17);
    const { signal, last } = await run(workspace, Number.POSITIVE_INFINITY);
    expect(signal).toBeNull();
    expect(last).toMatch(/^finished /);
    expect(last).toContain('took over the lock of process');
    const undisturbed = createMemoryStore();
    await recordBenchmark({
      benchmark: createBenchmark(numberedCases(COUNT)),
      knowledgeBase: createNumberedSystem(),
      store: undisturbed,
      runId: 'r',
    });
    const store = createFileStore(workspace);
    const records = await readRecords(store, 'runs/r.jsonl');
    expect(withoutTimes(records)).toEqual(withoutTimes(await readRecords(undisturbed, 'runs/r.jsonl')));
    const keys: string[] = [];
    for await (const key of store.list('')) keys.push(key);
    expect(keys).toEqual(['runs/r.jsonl', 'runs/r.meta.json']);
  });
});
