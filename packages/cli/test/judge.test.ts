import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startLoopbackServer } from '@reportcard/judge/testing';
import type { RunRecordInput } from '@reportcard/report-schema';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runBuiltCli, spawnCli, useBuiltCli } from './built-cli.ts';
import { callCli, createFolder } from './call-cli.ts';
import { createRecord, writeRun } from './write-run.ts';

useBuiltCli();

const KEY = 'marker-key-5f2c';
const ENV = { JUDGE_KEY: KEY };
const SUBJECTS = ['vacuum', 'kettle', 'lamp', 'scale', 'fan', 'heater', 'camera', 'lock'];

/** Answerable questions with contexts, answers and references of several sentences. */
function createJudgedRecords(n: number): RunRecordInput[] {
  return Array.from({ length: n }, (_, index) => {
    const subject = `${SUBJECTS[index % SUBJECTS.length]} ${index}`;
    const text = `The ${subject} has a warranty of ${index + 1} years. It weighs ${index + 2} kilograms.`;
    return createRecord(`q${index + 1}`, true, {
      user_input: `What is the warranty of the ${subject}?`,
      reference: `The ${subject} has a warranty of ${index + 1} years.`,
      response: {
        answer: text,
        results: [
          { id: 'd', text },
          { id: 'e', text: `The ${subject} is green.` },
        ],
      },
    });
  });
}

interface Scores {
  readonly overall: Readonly<Record<string, number | null>>;
  readonly stats: {
    readonly overall: Readonly<Record<string, { readonly n_scored: number; readonly n_skipped: number }>>;
  };
  readonly per_sample: Readonly<
    Record<string, { readonly unscored: Readonly<Record<string, { readonly status: string; readonly code: string }>> }>
  >;
}

async function workspace(baseURL: string, records: readonly RunRecordInput[], config: object = {}): Promise<string> {
  const cwd = createFolder();
  writeRun(cwd, 'v1', records);
  const endpoint = { kind: 'openai-compatible', baseURL, apiKeyEnv: 'JUDGE_KEY' };
  writeFileSync(
    path.join(cwd, 'reportcard.config.json'),
    JSON.stringify({
      judge: { ...endpoint, model: 'judge-1' },
      embedder: { ...endpoint, model: 'embed-1' },
      ...config,
    }),
  );
  return cwd;
}

const readScores = (cwd: string): Scores =>
  JSON.parse(readFileSync(path.join(cwd, 'reports/v1/_scores.json'), 'utf8')) as Scores;
const withoutVolatile = (cwd: string): string =>
  readFileSync(path.join(cwd, 'reports/v1/_scores.json'), 'utf8')
    .replace(/"volatile": \{[\s\S]*?\n {4}\}/, '"volatile": {}')
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1');

async function serve(): Promise<Awaited<ReturnType<typeof startLoopbackServer>>> {
  const server = await startLoopbackServer();
  onTestFinished(() => server.close());
  return server;
}

describe('score with a judge', () => {
  it('makes exactly the estimated requests, then none, also with the cache deleted', async () => {
    const server = await serve();
    const cwd = await workspace(server.baseURL, createJudgedRecords(6));
    const plan = JSON.parse((await callCli(['score', 'v1', '--dry-run', '--json'], { cwd, env: ENV })).out) as {
      estimate: { calls: number; max_calls: number };
    };
    expect(server.count()).toBe(0);
    expect(existsSync(path.join(cwd, 'reports'))).toBe(false);
    const first = await callCli(['score', 'v1', '--json'], { cwd, env: ENV });
    expect(first.code).toBe(0);
    expect(server.count()).toBe(plan.estimate.calls);
    const bytes = withoutVolatile(cwd);
    for (const metric of [
      'faithfulness',
      'answer_relevancy',
      'answer_correctness',
      'context_precision',
      'context_recall',
    ]) {
      expect(readScores(cwd).stats.overall[metric]?.n_scored).toBe(6);
    }
    rmSync(path.join(cwd, '.reportcard'), { recursive: true });
    expect((await callCli(['score', 'v1', '--json'], { cwd, env: ENV })).code).toBe(0);
    expect(server.count()).toBe(plan.estimate.calls);
    expect(withoutVolatile(cwd)).toBe(bytes);
  });

  it('asks nothing for a changed threshold, label or renderer, and everything of a metric whose model changed', async () => {
    const server = await serve();
    const cwd = await workspace(server.baseURL, createJudgedRecords(4));
    await callCli(['score', 'v1', '--json'], { cwd, env: ENV });
    const asked = server.count();
    const config = JSON.parse(readFileSync(path.join(cwd, 'reportcard.config.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    writeFileSync(
      path.join(cwd, 'reportcard.config.json'),
      JSON.stringify({
        ...config,
        failures: { thresholds: { faithfulness: 0.9 } },
        gate: { min: { faithfulness: 0.1 } },
      }),
    );
    await callCli(['score', 'v1', '--json'], { cwd, env: ENV });
    await callCli(['report', 'v1'], { cwd, env: ENV });
    expect(server.count()).toBe(asked);
    writeFileSync(
      path.join(cwd, 'reportcard.config.json'),
      JSON.stringify({ ...config, judge: { ...(config['judge'] as object), model: 'judge-2' } }),
    );
    await callCli(['score', 'v1', '--json', '--only', 'faithfulness'], { cwd, env: ENV });
    // a decomposition and a verification for each of the four samples
    expect(server.count() - asked).toBe(8);
    await callCli(['score', 'v1', '--json', '--judge', 'none'], { cwd, env: ENV });
    expect(readScores(cwd).stats.overall['context_recall']?.n_scored).toBe(4);
  });

  it('stops before a budget is exceeded, keeps what was bought, and goes on with a larger one', async () => {
    const server = await serve();
    const cwd = await workspace(server.baseURL, createJudgedRecords(6));
    const refused = await callCli(['score', 'v1', '--budget', '30calls'], { cwd, env: ENV });
    expect(refused.code).toBe(4);
    expect(server.count()).toBe(0);
    const stopped = await callCli(['score', 'v1', '--budget', '30calls', '--yes'], { cwd, env: ENV });
    expect(stopped.code).toBe(4);
    expect(server.count()).toBeGreaterThan(0);
    expect(server.count()).toBeLessThanOrEqual(30);
    const codes = Object.values(readScores(cwd).per_sample).flatMap((sample) =>
      Object.values(sample.unscored).map(({ status, code }) => `${status}/${code}`),
    );
    expect(codes).toContain('skipped/budget_exhausted');
    const before = server.count();
    expect((await callCli(['score', 'v1', '--budget', '1000calls'], { cwd, env: ENV })).code).toBe(0);
    const fresh = await serve();
    const other = await workspace(fresh.baseURL, createJudgedRecords(6));
    await callCli(['score', 'v1'], { cwd: other, env: ENV });
    expect(server.count() - before).toBeLessThan(fresh.count());
    expect(withoutVolatile(cwd)).toBe(withoutVolatile(other));
  });

  it('keeps every paid answer when a refresh runs out of its budget', async () => {
    const server = await serve();
    const cwd = await workspace(server.baseURL, createJudgedRecords(6));
    await callCli(['score', 'v1'], { cwd, env: ENV });
    const before = readScores(cwd).overall;
    const call = await callCli(['score', 'v1', '--refresh', '--budget', '10calls', '--yes'], { cwd, env: ENV });
    expect(call.code).toBe(4);
    expect(readScores(cwd).overall).toEqual(before);
    expect(readFileSync(path.join(cwd, 'reports/v1/_evidence.jsonl'), 'utf8')).not.toContain('budget_exhausted');
  });

  it('replays answers that --record-judge kept, without a server', async () => {
    const server = await serve();
    const cwd = await workspace(server.baseURL, createJudgedRecords(3));
    const recorded = await callCli(['score', 'v1', '--record-judge', 'answers.jsonl'], { cwd, env: ENV });
    expect(recorded.err).toContain(`judge: asked ${server.count()} times`);
    const before = readScores(cwd).overall;
    const asked = server.count();
    const config = JSON.parse(readFileSync(path.join(cwd, 'reportcard.config.json'), 'utf8')) as object;
    writeFileSync(
      path.join(cwd, 'reportcard.config.json'),
      JSON.stringify({ ...config, judge: { kind: 'replay', file: 'answers.jsonl' } }),
    );
    expect((await callCli(['score', 'v1', '--as', 'again'], { cwd })).code).toBe(0);
    expect(JSON.parse(readFileSync(path.join(cwd, 'reports/v1.again/_scores.json'), 'utf8')).overall).toEqual(before);
    expect(server.count()).toBe(asked);
  });

  it('killed with SIGKILL while scoring, asks only for what is missing and ends with the same bytes', async () => {
    const delayed = await startLoopbackServer({ chat: () => undefined });
    onTestFinished(() => delayed.close());
    const records = createJudgedRecords(12);
    const cwd = await workspace(delayed.baseURL, records);
    const child = spawnCli(['score', 'v1'], { cwd, env: ENV });
    while (delayed.count() < 40) await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill('SIGKILL');
    await once(child, 'close');
    const asked = delayed.count();
    const call = await runBuiltCli(['score', 'v1', '--json'], { cwd, env: ENV });
    expect(call.code).toBe(0);
    const server = await serve();
    const other = await workspace(server.baseURL, records);
    await runBuiltCli(['score', 'v1', '--json'], { cwd: other, env: ENV });
    expect(withoutVolatile(cwd)).toBe(withoutVolatile(other));
    // every finished answer was in the cache or the evidence: at most the calls in flight at the kill, 8 to the judge and
    // 4 to the embedder, were made again
    expect(delayed.count() - server.count()).toBeLessThanOrEqual(12);
    expect(asked).toBeLessThan(server.count());
  });

  it('leaves no key in any file, message or error', async () => {
    const server = await startLoopbackServer({
      chat: (_, index) =>
        index === 3 ? { status: 500, body: { error: { message: `your key ${KEY} is bad` } } } : undefined,
    });
    onTestFinished(() => server.close());
    const cwd = await workspace(server.baseURL, createJudgedRecords(3));
    const call = await callCli(['score', 'v1'], { cwd, env: ENV });
    const report = await callCli(['report', 'v1'], { cwd, env: ENV });
    expect(server.chats[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    const files = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const texts = files.map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'));
    expect(files.length).toBeGreaterThan(8);
    for (const text of [...texts, call.out, call.err, report.out, report.err]) expect(text).not.toContain(KEY);
  });

  it('ends with 4 when the judge refuses the key, and keeps what there was', async () => {
    const server = await startLoopbackServer({ chat: () => ({ status: 401, body: { error: { message: 'no' } } }) });
    onTestFinished(() => server.close());
    const cwd = await workspace(server.baseURL, createJudgedRecords(3));
    const call = await callCli(['score', 'v1'], { cwd, env: ENV });
    expect(call.code).toBe(4);
    expect(call.err).toContain('401');
  });

  it('keeps a second judge beside the first with --as, and every verb takes that name', async () => {
    const server = await serve();
    const cwd = await workspace(server.baseURL, createJudgedRecords(3));
    await callCli(['score', 'v1', '--json'], { cwd, env: ENV });
    await callCli(['score', 'v1', '--as', 'second', '--json'], { cwd, env: ENV });
    expect(existsSync(path.join(cwd, 'reports/v1.second/_scores.json'))).toBe(true);
    expect((await callCli(['report', 'v1.second'], { cwd })).code).toBe(0);
    expect((await callCli(['gate', 'v1.second', '--min', 'faithfulness=0'], { cwd })).code).toBe(0);
  });

  it('gives lexical scores their own ids, and a gate on them needs --allow-lexical', async () => {
    const cwd = createFolder();
    writeRun(cwd, 'v1', createJudgedRecords(12));
    expect((await callCli(['score', 'v1', '--judge', 'lexical'], { cwd })).code).toBe(0);
    const { overall } = readScores(cwd);
    expect(overall['lex_faithfulness']).toBeGreaterThan(0.5);
    expect(overall['faithfulness']).toBeNull();
    expect((await callCli(['gate', 'v1', '--min', 'lex_faithfulness=0.1'], { cwd })).code).toBe(2);
    expect((await callCli(['gate', 'v1', '--min', 'lex_faithfulness=0.1', '--allow-lexical'], { cwd })).code).toBe(0);
  });
});
