import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseScores } from '@reportcard/report-schema';
import { createSheet, formatXlsx, readSheet } from '@reportcard/score-sheet';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { VERBS } from '../src/verbs.ts';
import { callCli, createFolder } from './call-cli.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../../fixtures/ragent');
const SHEET = 'reports/r/per_sample.csv';
const SCORES = 'reports/r/_scores.json';

interface Page {
  readonly url: URL;
  /** Asks the page's server as the page does. */
  ask(route: string, body?: unknown): Promise<{ readonly status: number; readonly data: Record<string, unknown> }>;
  /** Ctrl+C; resolves with the exit code. */
  stop(): Promise<number>;
}

async function scoredRun(): Promise<string> {
  const cwd = createFolder();
  const [run, scores] = ['run20.jsonl', 'run20_scores.json'].map((name) => path.join(FIXTURES, name));
  await callCli(['import', 'ragent', run ?? '', '--scores', scores ?? '', '--name', 'r'], { cwd });
  await callCli(['score', 'r', '--profile', 'ragent'], { cwd });
  expect((await callCli(['report', 'r'], { cwd })).code).toBe(0);
  return cwd;
}

/** Starts `reportcard review` in this process and waits for the address it prints. */
async function startReview(cwd: string, args: readonly string[] = []): Promise<Page> {
  const abort = new AbortController();
  const printed: string[] = [];
  const { runCli } = await import('../src/main.ts');
  const ended = runCli(['review', ...args, '--no-open', '--port', '0', '--json'], {
    cwd,
    env: {},
    verbs: VERBS,
    interactive: false,
    signal: abort.signal,
    now: () => new Date('2026-06-01T06:30:22.000Z'),
    out: (line) => printed.push(line),
    say: () => {},
  });
  onTestFinished(async () => {
    abort.abort();
    await ended;
  });
  await expect.poll(() => printed.length, { timeout: 20_000 }).toBe(1);
  const url = new URL((JSON.parse(printed[0] ?? '{}') as { url: string }).url);
  const headers = { 'x-reportcard-token': url.searchParams.get('token') ?? '', origin: url.origin };
  return {
    url,
    ask: async (route, body) => {
      const response = await fetch(new URL(`/api/${route}`, url), {
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      });
      return { status: response.status, data: (await response.json()) as Record<string, unknown> };
    },
    stop: () => {
      abort.abort();
      return ended;
    },
  };
}

const readScores = (
  cwd: string,
): { readonly meta: { readonly overrides: readonly object[] }; readonly overall: Record<string, number> } =>
  JSON.parse(readFileSync(path.join(cwd, SCORES), 'utf8'));

function readCell(cwd: string, queryId: string, column: string): string | undefined {
  const rows = parse(readFileSync(path.join(cwd, SHEET)), { columns: true, bom: true }) as Record<string, string>[];
  return rows.find((row) => row['query_id'] === queryId)?.[column];
}

const score = (text: string, sampleId = 'F1-01'): object => ({
  sampleId,
  field: 'score',
  metric: 'faithfulness',
  text,
});

beforeAll(async () => {
  const tool = new URL('../../../tools/bundle-review-page.mjs', import.meta.url).href;
  const { bundleReviewPage } = (await import(tool)) as { bundleReviewPage(): Promise<void> };
  await bundleReviewPage();
});

describe('reportcard review', () => {
  it('saves a score into per_sample.csv, and report puts it into effect', async () => {
    const cwd = await scoredRun();
    const page = await startReview(cwd, ['r']);
    const { data: index } = await page.ask('review');
    expect(index).toMatchObject({
      runId: 'r',
      sheetPath: SHEET,
      locale: 'zh-CN',
      reportCommand: 'reportcard report r',
    });
    const edits = [score('40 %'), { sampleId: 'F1-01', field: 'reviewer', text: 'Lin' }];
    expect((await page.ask('save', { version: index['version'], edits })).status).toBe(200);
    expect([readCell(cwd, 'F1-01', 'faithfulness_manual'), readCell(cwd, 'F1-01', 'manual_reviewer')]).toEqual([
      '0.4',
      'Lin',
    ]);
    expect(await page.stop()).toBe(0);
    expect((await callCli(['report', 'r'], { cwd })).code).toBe(0);
    expect(readScores(cwd).meta.overrides).toMatchObject([
      { sample_id: 'F1-01', metric: 'faithfulness', manual: 0.4, reviewer: 'Lin' },
    ]);
  });

  it('serves the page on this machine only, behind a key that is new each time', async () => {
    const cwd = await scoredRun();
    const [first, second] = [await startReview(cwd), await startReview(cwd)];
    expect([first.url.hostname, second.url.hostname]).toEqual(['127.0.0.1', '127.0.0.1']);
    const keys = [first, second].map(({ url }) => url.searchParams.get('token') ?? '');
    expect(keys[0]).toMatch(/^[\w-]{32}$/);
    expect(keys[0]).not.toBe(keys[1]);
    expect((await fetch(first.url)).status).toBe(200);
    expect((await fetch(new URL('/', first.url))).status).toBe(401);
    const stranger = await fetch(new URL('/api/review', first.url), {
      headers: { 'x-reportcard-token': keys[1] ?? '' },
    });
    expect(stranger.status).toBe(401);
  });

  it('shows what was recorded of a sample', async () => {
    const cwd = await scoredRun();
    const page = await startReview(cwd);
    const { data } = await page.ask('sample', { id: 'F1-01' });
    expect(data).toMatchObject({ id: 'F1-01', recorded: true });
    expect(data['question']).toContain('F1-01');
    expect((data['contexts'] as object[]).length).toBeGreaterThan(0);
  });

  it('overwrites nothing when report or an editor has written the sheet meanwhile', async () => {
    const cwd = await scoredRun();
    const page = await startReview(cwd);
    const { data: index } = await page.ask('review');
    const file = path.join(cwd, SHEET);
    const theirs = readFileSync(file, 'utf8').replace('F1-01,', 'F1-01 ,');
    writeFileSync(file, theirs);
    expect((await page.ask('version')).data['version']).not.toBe(index['version']);
    expect(await page.ask('save', { version: index['version'], edits: [score('1')] })).toEqual({
      status: 409,
      data: { kind: 'conflict' },
    });
    expect(readFileSync(file, 'utf8')).toBe(theirs);
    const { data: again } = await page.ask('reload', {});
    expect((await page.ask('save', { version: again['version'], edits: [score('1')] })).status).toBe(200);
  });

  it('names the losses against the previous run, and none where there is no earlier one', async () => {
    const cwd = await scoredRun();
    const alone = await startReview(cwd);
    expect((await alone.ask('review')).data['baseline']).toBeNull();
    const records = readFileSync(path.join(cwd, 'runs/r.jsonl'), 'utf8');
    writeFileSync(path.join(cwd, 'runs/later.jsonl'), records);
    const meta = JSON.parse(readFileSync(path.join(cwd, 'runs/r.meta.json'), 'utf8')) as object;
    const at = '2100-01-01T00:00:00.000Z';
    writeFileSync(
      path.join(cwd, 'runs/later.meta.json'),
      JSON.stringify({ ...meta, run_id: 'later', recorded_at: at, imported_at: at }),
    );
    expect((await callCli(['score', 'later'], { cwd })).code).toBe(0);
    for (const args of [['later'], ['later', '--baseline', 'r']]) {
      const page = await startReview(cwd, args);
      expect((await page.ask('review')).data).toMatchObject({ runId: 'later', baseline: 'r' });
    }
    expect((await callCli(['review', 'later', '--baseline', 'nobody', '--no-open'], { cwd })).code).toBe(2);
  });

  it('writes the workbook where the sheet is one', async () => {
    const cwd = await scoredRun();
    const csv = path.join(cwd, SHEET);
    const xlsx = csv.replace('.csv', '.xlsx');
    const scores = parseScores(JSON.parse(readFileSync(path.join(cwd, SCORES), 'utf8')), { file: SCORES });
    const sheet = await readSheet(readFileSync(csv), { path: SHEET });
    writeFileSync(xlsx, await formatXlsx(createSheet(scores, { sheet, scoresSha256: null })));
    rmSync(csv);
    const page = await startReview(cwd, ['r']);
    const { data: index } = await page.ask('review');
    expect(index['sheetPath']).toBe('reports/r/per_sample.xlsx');
    expect((await page.ask('save', { version: index['version'], edits: [score('.4')] })).status).toBe(200);
    const written = await readSheet(readFileSync(xlsx), { path: 'per_sample.xlsx' });
    expect(written.format).toBe('xlsx');
    expect(written.rows.find(({ cells }) => cells['query_id'] === 'F1-01')?.cells['faithfulness_manual']).toBe('0.4');
  });

  it('works for a score file that stands alone', async () => {
    const cwd = await scoredRun();
    const alone = createFolder();
    writeFileSync(path.join(alone, '_scores.json'), readFileSync(path.join(cwd, SCORES)));
    const page = await startReview(alone, ['./_scores.json']);
    const { data: index } = await page.ask('review');
    expect((await page.ask('save', { version: index['version'], edits: [score('0.5')] })).status).toBe(200);
    expect(readFileSync(path.join(alone, 'per_sample.csv'), 'utf8')).toContain('faithfulness_manual');
  });

  it('says what to do about a run without scores, an unknown run and a taken port', async () => {
    const cwd = await scoredRun();
    const page = await startReview(cwd);
    const taken = await callCli(['review', '--no-open', '--port', page.url.port], { cwd });
    expect([taken.code, taken.err]).toEqual([2, expect.stringContaining(`the port ${page.url.port} is taken`)]);
    const unknown = await callCli(['review', 'rr', '--no-open'], { cwd });
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('did you mean r?')]);
    writeFileSync(path.join(cwd, 'runs/raw.jsonl'), readFileSync(path.join(cwd, 'runs/r.jsonl')));
    const raw = await callCli(['review', 'raw', '--no-open'], { cwd });
    expect([raw.code, raw.err]).toEqual([2, expect.stringContaining('reportcard score raw')]);
  });
});
