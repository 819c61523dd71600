import { setMaxListeners } from 'node:events';
import { createMemoryStore, readText } from '@reportcard/object-store';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  createRequestPacer,
  createSharedCache,
  drainSharedCache,
  type JobHandler,
  type JobQueue,
  type JobWorkerOptions,
  openJobQueue,
  parseQueueAddress,
  type QueueAddress,
  runJobWorker,
} from '../src/index.ts';
import { isRedisMissing, type RedisServer, startRedisServer, WHY_SKIPPED } from './redis-server.ts';

let redis: RedisServer;
let count = 0;
const never = new AbortController().signal;
setMaxListeners(0, never);

/** A queue of its own on the common server. */
function freshAddress(): QueueAddress {
  return parseQueueAddress(`${redis.url}?prefix=test-${++count}`, {});
}

async function open(address: QueueAddress): Promise<JobQueue> {
  const queue = await openJobQueue({ address, kind: 'record', concurrency: 4, onNote: () => undefined });
  onTestFinished(() => queue.close());
  return queue;
}

function startWorker(address: QueueAddress, record: JobHandler, rest: Partial<JobWorkerOptions> = {}): void {
  const controller = new AbortController();
  const judge: JobHandler = async () => ({});
  const handlers = { record, judge };
  const worker = runJobWorker({
    address,
    handlers,
    concurrency: 2,
    lockMs: 1000,
    signal: controller.signal,
    onNote: () => undefined,
    ...rest,
  });
  onTestFinished(async () => {
    controller.abort();
    await worker;
  });
}

describe.skipIf(isRedisMissing && process.env['CI'] !== 'true')(
  isRedisMissing ? `the job queue (${WHY_SKIPPED})` : 'the job queue',
  () => {
    beforeAll(async () => {
      expect(isRedisMissing, 'redis-server is missing').toBe(false);
      redis = await startRedisServer();
    });
    afterAll(async () => redis?.stop());

    it('gives each result to the one who asked, whoever did the job', async () => {
      const address = freshAddress();
      const queue = await open(address);
      for (const _ of [1, 2]) startWorker(address, async ({ n }) => ({ square: Number(n) ** 2 }));
      const results = await Promise.all(Array.from({ length: 30 }, (_, n) => queue.ask(`job-${n}`, { n }, never)));
      expect(results.map(({ square }) => square)).toEqual(Array.from({ length: 30 }, (_, n) => n * n));
    });

    it('does not do a known job again, until it is forgotten', async () => {
      const address = freshAddress();
      const first = await open(address);
      let done = 0;
      startWorker(address, async () => ({ times: ++done }));
      expect(await first.ask('a', {}, never)).toEqual({ times: 1 });
      const second = await open(address);
      expect(await second.ask('a', {}, never)).toEqual({ times: 1 });
      await second.forget('a');
      expect(await second.ask('a', {}, never)).toEqual({ times: 2 });
      await second.forgetEnded((payload) => Object.keys(payload).length > 0);
      expect(await first.ask('a', {}, never)).toEqual({ times: 2 });
      await second.forgetEnded(() => true);
      expect(await first.ask('a', {}, never)).toEqual({ times: 3 });
    });

    it("rejects with the worker's fault and forgets the job", async () => {
      const address = freshAddress();
      const queue = await open(address);
      let done = 0;
      startWorker(address, async () => {
        if (done++ === 0)
          throw Object.assign(new Error('no such file'), { name: 'ReportcardError', code: 'config', hint: 'look' });
        return {};
      });
      await expect(queue.ask('a', {}, never)).rejects.toMatchObject({
        code: 'config',
        message: 'no such file',
        hint: 'look',
      });
      expect(await queue.ask('a', {}, never)).toEqual({});
    });

    it('hands jobs out again that the server forgot', async () => {
      const address = freshAddress();
      const notes: string[] = [];
      const queue = await openJobQueue({
        address,
        kind: 'record',
        concurrency: 4,
        onNote: (message) => notes.push(message),
      });
      onTestFinished(() => queue.close());
      const asked = Promise.all([1, 2, 3].map((n) => queue.ask(`job-${n}`, { n }, never)));
      const client = new Redis({ port: redis.port, host: '127.0.0.1' });
      onTestFinished(() => client.disconnect());
      while ((await client.keys(`${address.prefix}:record:job-*`)).length < 3);
      await client.flushall();
      startWorker(address, async ({ n }) => ({ n }));
      expect(await asked).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
      expect(notes.join()).toContain('the queue lost 3 jobs');
    });

    it('ends a job whose lock was lost and takes the result of the next attempt', async () => {
      const address = freshAddress();
      const queue = await open(address);
      const client = new Redis({ port: redis.port, host: '127.0.0.1' });
      onTestFinished(() => client.disconnect());
      let attempts = 0;
      let reason = '';
      startWorker(address, async (_payload, signal) => {
        attempts++;
        if (attempts > 1) return { attempts };
        await client.del(`${address.prefix}:record:slow:lock`);
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        reason = String(signal.reason);
        throw signal.reason;
      });
      expect(await queue.ask('slow', {}, never)).toEqual({ attempts: 2 });
      expect(reason).toContain('given to another worker');
    });

    it('takes a job back that nobody has begun when it is aborted', async () => {
      const address = freshAddress();
      const queue = await open(address);
      const controller = new AbortController();
      const asked = queue.ask('a', {}, controller.signal);
      setTimeout(() => controller.abort(new Error('enough')), 100);
      await expect(asked).rejects.toThrow('enough');
      const done: unknown[] = [];
      startWorker(address, async (payload) => {
        done.push(payload);
        return {};
      });
      await queue.ask('b', { n: 2 }, never);
      expect(done).toEqual([{ n: 2 }]);
    });

    it('ends an idle worker', async () => {
      const address = freshAddress();
      const handler: JobHandler = async () => ({});
      await runJobWorker({
        address,
        handlers: { record: handler, judge: handler },
        concurrency: 1,
        lockMs: 1000,
        signal: never,
        idleMs: 100,
        onNote: () => undefined,
      });
      expect(count).toBeGreaterThan(0);
    });

    it('cannot be opened where no server is', async () => {
      const address = parseQueueAddress('redis://127.0.0.1:1', {});
      await expect(open(address)).rejects.toMatchObject({ code: 'unavailable' });
    });

    it('shares cached answers and moves them into a workspace', async () => {
      const client = new Redis({ port: redis.port, host: '127.0.0.1' });
      onTestFinished(() => client.disconnect());
      const [one, two] = [createSharedCache(client, 'p*1'), createSharedCache(client, 'p*1')];
      expect(await one.get('a/b.json')).toBeNull();
      await one.put('a/b.json', '{"é":1}');
      expect(Buffer.from((await two.get('a/b.json')) ?? []).toString()).toBe('{"é":1}');
      expect(await two.putIfAbsent('a/b.json', 'other')).toBe(false);
      expect(await two.exists('a/b.json')).toBe(true);
      await createSharedCache(client, 'px1').put('other', 'stays');
      const store = createMemoryStore();
      expect(await drainSharedCache(client, 'p*1', store)).toBe(1);
      expect(await readText(store, 'a/b.json')).toBe('{"é":1}');
      expect(await one.get('a/b.json')).toBeNull();
      expect(await createSharedCache(client, 'px1').exists('other')).toBe(true);
    });

    it('spaces requests of two workers by one clock', async () => {
      const clients = [1, 2].map(() => new Redis({ port: redis.port, host: '127.0.0.1' }));
      onTestFinished(() => {
        for (const client of clients) client.disconnect();
      });
      const paces = clients.map((client) => createRequestPacer(client, 'pace', 1200));
      const begun = Date.now();
      await Promise.all(Array.from({ length: 10 }, (_, index) => paces[index % 2]?.(never)));
      // Ten starts 50 ms apart end at least 450 ms after the first.
      expect(Date.now() - begun).toBeGreaterThanOrEqual(440);
      const controller = new AbortController();
      const waiting = Promise.all([paces[0]?.(never), paces[0]?.(never), paces[1]?.(controller.signal)]);
      controller.abort(new Error('enough'));
      await expect(waiting).rejects.toThrow('enough');
    });
  },
);
