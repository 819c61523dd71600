import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import {
  answerStep,
  embedTexts,
  type LoopbackReply,
  type LoopbackRequest,
  startLoopbackServer,
} from '@reportcard/judge/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { isRedisMissing, type RedisServer, startRedisServer, WHY_SKIPPED } from '../../queue/test/redis-server.ts';
import { runBuiltCli, useBuiltCli } from './built-cli.ts';
import { callCli, createFolder } from './call-cli.ts';
import { listLeftovers, startProcess, until } from './queue-workers.ts';
import { createRecord, writeRun } from './write-run.ts';

/** How long one worker is stopped; the campaign of the package queue makes it 30 s. */
const STOP_MS = Number(process.env['REPORTCARD_STOP_SECONDS'] ?? '8') * 1000;
/** Long enough that a worker on a busy machine is not taken for a lost one. */
const LOCK = ['--lock', String(Math.ceil(STOP_MS / 2000))];
/** So many that the stopped worker wakes up while others are still at work. */
const CASES = (60 * STOP_MS) / 1000;
const SAMPLES = (8 * STOP_MS) / 1000;
const WORKERS = ['w1', 'w2', 'w3'] as const;
const PASSWORD = 'marker-redis-31d0';

/** One request, as the server of a test saw it. */
interface Asked {
  readonly worker: string;
  readonly what: string;
  readonly at: number;
}

const tokenOf = (worker: string): string => `marker-token-${worker}-9c1e`;
const workerOf = (authorization: string | undefined): string =>
  /marker-token-(\w+)-9c1e/.exec(authorization ?? '')?.[1] ?? '';

/** Requests of a worker that may have been without an answer at a moment, and those sent but not yet read. */
function inFlight(asked: readonly Asked[], worker: string, at: number, delay: number): Asked[] {
  return asked.filter((entry) => entry.worker === worker && entry.at > at - delay - 300 && entry.at < at + 1000);
}

/**
 * What a kill and a stop may cost: requests of the killed worker, those of the stopped one, and what that had begun to send
 * and sent when it woke up.
 */
function listCosts(asked: readonly Asked[], { killed, stopped }: Casualties, delay: number): string[] {
  const lost = [
    ...inFlight(asked, 'w1', killed, delay),
    ...inFlight(asked, 'w2', stopped, delay),
    ...inFlight(asked, 'w2', stopped + STOP_MS, 0),
  ];
  return lost.map(({ what }) => what);
}

/** What was asked more often than once, with how often beyond that. */
function findRepeated(asked: readonly Asked[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { what } of asked) counts.set(what, (counts.get(what) ?? 0) + 1);
  return new Map([...counts].filter(([, count]) => count > 1).map(([what, count]) => [what, count - 1]));
}

/** What was asked again without reason: who asked when, in milliseconds from the kill. */
function describeAsked(
  asked: readonly Asked[],
  again: readonly string[],
  allowed: readonly string[],
  { killed }: Casualties,
): string[] {
  return again
    .filter((what) => !allowed.includes(what))
    .map((what) => {
      const when = asked.filter((entry) => entry.what === what).map(({ worker, at }) => `${worker} ${at - killed}`);
      return `${what.slice(0, 200)}: ${when.join(', ')}`;
    });
}

let redis: RedisServer;
const queueEnv = { REPORTCARD_QUEUE_PASSWORD: PASSWORD };

interface Casualties {
  readonly killed: number;
  readonly stopped: number;
}

/** Three workers; once `begun` holds the first is killed and the second stopped for a while. */
async function startWorkers(
  cwd: string,
  variable: string,
  concurrency: number,
  begun: () => boolean,
): Promise<{ readonly casualties: Promise<Casualties>; close(): Promise<(number | null)[]> }> {
  const processes = WORKERS.map((worker) =>
    startProcess(['worker', '--queue', redis.url, '--concurrency', String(concurrency), ...LOCK], cwd, {
      [variable]: tokenOf(worker),
      ...queueEnv,
    }),
  );
  await until('the workers listen', () => processes.every(({ said }) => said().includes('working for')));
  const [first, second, third] = processes;
  async function wound(): Promise<Casualties> {
    await until('the work has begun', begun);
    first?.child.kill('SIGKILL');
    const killed = Date.now();
    second?.child.kill('SIGSTOP');
    const stopped = Date.now();
    setTimeout(() => second?.child.kill('SIGCONT'), STOP_MS);
    return { killed, stopped };
  }
  return {
    casualties: wound(),
    async close() {
      const rest = [second, third];
      for (const worker of rest) worker?.child.kill('SIGINT');
      return Promise.all(rest.map(async (worker) => (await worker?.ended()) ?? null));
    },
  };
}

/** A service that takes its time; a question is known by its text. */
async function serveAnswers(delay: number): Promise<{
  readonly url: string;
  readonly asked: Asked[];
  /** The most questions that were open at once. */
  readonly busiest: () => number;
}> {
  const asked: Asked[] = [];
  let open = 0;
  let most = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const { question } = JSON.parse(body) as { question: string };
      asked.push({ worker: workerOf(request.headers.authorization), what: question, at: Date.now() });
      open++;
      most = Math.max(most, open);
      const answer = {
        answer: `About ${question}: 14 days.`,
        documents: [{ id: 'd1', text: 'Returns take 14 days.' }],
      };
      setTimeout(() => {
        open--;
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      }, delay);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/chat`, asked, busiest: () => most };
}

function writeWorkspace(url: string, n: number, run: object = {}): string {
  const cwd = createFolder();
  const cases = Array.from({ length: n }, (_, index) => ({
    query_id: `q${index}`,
    user_input: `question ${index}`,
    reference_doc_ids: ['d1'],
    requires_rag: true,
    intent_l1: index % 2 === 0 ? 'A' : 'B',
  }));
  writeFileSync(path.join(cwd, 'cases.jsonl'), cases.map((item) => `${JSON.stringify(item)}\n`).join(''));
  const chat = {
    url,
    headersEnv: { authorization: 'SERVICE_TOKEN' },
    body: { question: '{{query}}' },
    response: 'json',
    map: { answer: 'answer', results: 'documents', result_text: 'text', document_id: 'id' },
  };
  const config = { dataset: { cases: 'cases.jsonl' }, run, target: { kind: 'http', chat } };
  writeFileSync(path.join(cwd, 'reportcard.config.json'), JSON.stringify(config));
  return cwd;
}

const TIMES = ['latency_ms', 'first_token_ms', 'started_at'];

function readUntimed(cwd: string, run: string): Record<string, unknown>[] {
  const lines = readFileSync(path.join(cwd, `runs/${run}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const record = JSON.parse(line) as Record<string, unknown>;
    for (const key of TIMES) record[key] = null;
    return record;
  });
}

function readUntimedMeta(cwd: string, run: string): Record<string, unknown> {
  const meta = JSON.parse(readFileSync(path.join(cwd, `runs/${run}.meta.json`), 'utf8')) as Record<string, unknown>;
  return { ...meta, run_id: null, recorded_at: null, finished_at: null };
}

describe.skipIf(isRedisMissing && process.env['CI'] !== 'true')(
  isRedisMissing ? `many machines (${WHY_SKIPPED})` : 'many machines',
  () => {
    useBuiltCli();
    beforeAll(async () => {
      expect(isRedisMissing, 'redis-server is missing').toBe(false);
      redis = await startRedisServer(PASSWORD);
    });
    afterAll(async () => redis?.stop());

    it('records each case once while one worker is killed and another stopped, as one machine would', async () => {
      const delay = 60;
      const { url, asked } = await serveAnswers(delay);
      const cwd = writeWorkspace(url, CASES, { concurrency: 12 });
      const workers = await startWorkers(cwd, 'SERVICE_TOKEN', 4, () => asked.length > 60);
      const run = startProcess(['run', '--name', 'many', '--queue', redis.url], cwd, {
        SERVICE_TOKEN: 'marker-token-none-9c1e',
        ...queueEnv,
      });
      const casualties = await workers.casualties;
      expect(await run.ended(), run.said()).toBe(0);
      await new Promise((resolve) => setTimeout(resolve, STOP_MS));
      expect(await workers.close()).toEqual([130, 130]);

      const lines = readUntimed(cwd, 'many');
      expect(lines.map((line) => line['query_id'])).toEqual(Array.from({ length: CASES }, (_, index) => `q${index}`));
      expect(new Set(asked.map(({ what }) => what)).size).toBe(CASES);
      const allowed = listCosts(asked, casualties, delay);
      expect(allowed.length).toBeGreaterThan(0);
      expect(describeAsked(asked, [...findRepeated(asked).keys()], allowed, casualties)).toEqual([]);
      expect(findRepeated(asked).size).toBeLessThanOrEqual(8);
      expect(new Set(asked.map(({ worker }) => worker))).toEqual(new Set(WORKERS));
      expect(await listLeftovers(redis.port, PASSWORD)).toEqual([]);

      const alone = await runBuiltCli(['run', '--name', 'alone', '--quiet'], {
        cwd,
        env: { SERVICE_TOKEN: tokenOf('w1') },
      });
      expect(alone.code).toBe(0);
      expect(lines).toEqual(readUntimed(cwd, 'alone'));
      expect(readUntimedMeta(cwd, 'many')).toEqual(readUntimedMeta(cwd, 'alone'));
      expect(redis.traffic()).toContain('About question 7');
      expect(redis.traffic()).not.toContain('marker-token');
    });

    it('pays nothing twice for judging beyond what was under way at the kill and the stop', async () => {
      const delay = 40;
      const asked: Asked[] = [];
      const slowly =
        (answer: (body: LoopbackRequest['body']) => LoopbackReply) =>
        ({ headers, body }: LoopbackRequest): LoopbackReply => {
          asked.push({ worker: workerOf(headers.authorization), what: JSON.stringify(body), at: Date.now() });
          return { ...answer(body), delayMs: delay };
        };
      const server = await startLoopbackServer({ chat: slowly(answerStep), embeddings: slowly(embedTexts) });
      onTestFinished(() => server.close());
      const cwd = writeJudged(server.baseURL, SAMPLES);
      const workers = await startWorkers(cwd, 'JUDGE_KEY', 2, () => asked.length > 120);
      const score = startProcess(['score', 'v1', '--queue', redis.url, '--json'], cwd, {
        JUDGE_KEY: 'marker-token-none-9c1e',
        ...queueEnv,
      });
      const casualties = await workers.casualties;
      expect(await score.ended(), score.said()).toBe(0);
      await new Promise((resolve) => setTimeout(resolve, STOP_MS));
      expect(await workers.close()).toEqual([130, 130]);

      const allowed = listCosts(asked, casualties, delay);
      expect(allowed.length).toBeGreaterThan(0);
      const paid = [...asked];
      const all = [...asked];
      expect(await listLeftovers(redis.port, PASSWORD)).toEqual([]);
      expect(redis.traffic()).toContain('What is the warranty');
      expect(redis.traffic()).not.toContain('marker-token');

      // One machine asks for everything once; what the workers asked beyond that was lost with one of them.
      const other = writeJudged(server.baseURL, SAMPLES);
      asked.length = 0;
      expect((await callCli(['score', 'v1', '--json'], { cwd: other, env: { JUDGE_KEY: tokenOf('w3') } })).code).toBe(
        0,
      );
      const { estimate } = JSON.parse(score.printed()) as { estimate: { calls: number } };
      expect(asked.length).toBe(estimate.calls);
      for (const { what } of asked) {
        const place = paid.findIndex((entry) => entry.what === what);
        expect(place, what).toBeGreaterThanOrEqual(0);
        paid.splice(place, 1);
      }
      // Each worker sees for itself whether the embedder can be used.
      const beyond = paid.map(({ what }) => what).filter((what) => !isEmbedderCheck(what));
      expect(paid.length - beyond.length).toBeLessThanOrEqual(WORKERS.length - 1);
      expect(describeAsked(all, beyond, allowed, casualties)).toEqual([]);
      expect(readFixedScores(cwd)).toBe(readFixedScores(other));
      expect(readEvidence(cwd)).toEqual(readEvidence(other));
      // The workers' answers are in the cache of the workspace.
      rmSync(path.join(cwd, 'reports'), { recursive: true });
      const after = asked.length;
      expect((await callCli(['score', 'v1', '--json'], { cwd, env: { JUDGE_KEY: tokenOf('w3') } })).code).toBe(0);
      expect(asked.length).toBe(after);
    });

    it('goes on after the recording machine itself was killed, and asks nothing twice', async () => {
      const delay = 50;
      const { url, asked } = await serveAnswers(delay);
      const cwd = writeWorkspace(url, 80, { concurrency: 4 });
      const worker = startProcess(['worker', '--queue', redis.url, '--concurrency', '4', ...LOCK], cwd, {
        SERVICE_TOKEN: tokenOf('w1'),
        ...queueEnv,
      });
      const env = { SERVICE_TOKEN: tokenOf('none'), ...queueEnv };
      const first = startProcess(['run', '--name', 'r', '--queue', redis.url], cwd, env);
      await until('some are asked', () => asked.length > 20);
      first.child.kill('SIGKILL');
      await first.ended();
      const second = startProcess(['run', '--resume', 'r', '--queue', redis.url], cwd, env);
      expect(await second.ended(), second.said()).toBe(0);
      expect(readUntimed(cwd, 'r').map((line) => line['query_id'])).toEqual(
        Array.from({ length: 80 }, (_, index) => `q${index}`),
      );
      expect(findRepeated(asked).size).toBe(0);
      expect(await listLeftovers(redis.port, PASSWORD)).toEqual([]);
      worker.child.kill('SIGINT');
      expect(await worker.ended()).toBe(130);
    });

    it('keeps the concurrency over all workers together', async () => {
      const { url, asked, busiest } = await serveAnswers(60);
      const cwd = writeWorkspace(url, 30, { concurrency: 3 });
      const env = { SERVICE_TOKEN: tokenOf('w1'), ...queueEnv };
      for (const _ of WORKERS) startProcess(['worker', '--queue', redis.url, '--idle', '8'], cwd, env);
      const run = startProcess(['run', '--name', 'r', '--queue', redis.url], cwd, env);
      expect(await run.ended(), run.said()).toBe(0);
      expect(asked).toHaveLength(30);
      expect(busiest()).toBe(3);
    });

    it('keeps the rate over all workers together', async () => {
      const { url, asked } = await serveAnswers(1);
      const cwd = writeWorkspace(url, 60, { concurrency: 20, ratePerSecond: 20 });
      const env = { SERVICE_TOKEN: tokenOf('w1'), ...queueEnv };
      for (const _ of WORKERS) startProcess(['worker', '--queue', redis.url, '--idle', '8'], cwd, env);
      const run = startProcess(['run', '--name', 'r', '--queue', redis.url], cwd, env);
      expect(await run.ended(), run.said()).toBe(0);
      const times = asked.map(({ at }) => at);
      // 60 questions at 20 a second: 59 steps of 50 ms, of which a busy machine may see the first ones late.
      expect(Math.max(...times) - Math.min(...times)).toBeGreaterThanOrEqual(45 * 50);
    });

    it('refuses workers with another data set, says so, and leaves nothing in the queue', async () => {
      const { url, asked } = await serveAnswers(1);
      const cwd = writeWorkspace(url, 5);
      const other = writeWorkspace(url, 6);
      const env = { SERVICE_TOKEN: tokenOf('w1'), ...queueEnv };
      startProcess(['worker', '--queue', redis.url, '--idle', '5'], other, env);
      const run = startProcess(['run', '--name', 'r', '--queue', redis.url], cwd, env);
      expect(await run.ended()).toBe(2);
      expect(run.said()).toContain('the data set');
      expect(asked).toEqual([]);
    });

    it.each([
      ['an address with a password', 'redis://:secret@127.0.0.1:1', 2, 'REPORTCARD_QUEUE_PASSWORD'],
      ['no address', 'localhost', 2, 'redis://HOST:PORT'],
      ['a server that is not there', 'redis://127.0.0.1:1', 4, 'cannot be reached'],
    ])('refuses %s', async (_what, address, code, word) => {
      const cwd = writeWorkspace('http://127.0.0.1:1/chat', 2);
      const env = { SERVICE_TOKEN: tokenOf('w1') };
      const call = await runBuiltCli(['run', '--queue', address], { cwd, env });
      expect(call).toMatchObject({ code });
      expect(call.err).toContain(word);
      expect(call.err).not.toContain('secret');
    });
  },
);

/** The judge package asks for these texts to see whether an embedder can be used. */
const isEmbedderCheck = (body: string): boolean => body.includes('The warranty of the door lock is two years.');

function writeJudged(baseURL: string, n: number): string {
  const cwd = createFolder();
  mkdirSync(path.join(cwd, 'runs'), { recursive: true });
  const records = Array.from({ length: n }, (_, index) => {
    const text = `The lamp ${index} has a warranty of ${index + 1} years. It weighs ${index + 2} kilograms.`;
    return createRecord(`q${index + 1}`, true, {
      user_input: `What is the warranty of lamp ${index}?`,
      reference: `The lamp ${index} has a warranty of ${index + 1} years.`,
      response: { answer: text, results: [{ id: 'd', text }] },
    });
  });
  writeRun(cwd, 'v1', records);
  const endpoint = { kind: 'openai-compatible', baseURL, apiKeyEnv: 'JUDGE_KEY' };
  const config = {
    judge: { ...endpoint, model: 'judge-1', concurrency: 6 },
    embedder: { ...endpoint, model: 'embed-1' },
  };
  writeFileSync(path.join(cwd, 'reportcard.config.json'), JSON.stringify(config));
  return cwd;
}

const readFixedScores = (cwd: string): string =>
  readFileSync(path.join(cwd, 'reports/v1/_scores.json'), 'utf8').replace(/"volatile": \{[\s\S]*?\n {4}\}/, '');

const readEvidence = (cwd: string): unknown[] =>
  readFileSync(path.join(cwd, 'reports/v1/_evidence.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
