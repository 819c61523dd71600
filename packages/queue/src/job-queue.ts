import { ReportcardError } from '@reportcard/report-schema';
import { Job, Queue, QueueEvents } from 'bullmq';
import { connect, connectionOptions } from './connection.ts';
import { fromFault, isOutcome, type JobKind, type Payload } from './job-kind.ts';
import type { QueueAddress } from './queue-address.ts';

/** The side that hands jobs out and gets each result once. */
export interface JobQueue {
  /**
   * Hands a job out and waits for its result. A job whose id is known already is not done again: its result is taken.
   * Rejects with the worker's fault, with an `unavailable` error for a job that too many workers were lost with, and with
   * the signal's reason; a job that nobody has begun is then taken back.
   */
  ask(id: string, payload: Payload, signal: AbortSignal): Promise<Payload>;
  /** Forgets a job and its result. */
  forget(id: string): Promise<void>;
  /** Forgets all jobs that have ended and are told by their payload. */
  forgetEnded(isMeant: (payload: Payload) => boolean): Promise<void>;
  close(): Promise<void>;
}

/** Where the queue is and how fast its jobs may be done. */
export interface JobQueueOptions {
  readonly address: QueueAddress;
  readonly kind: JobKind;
  /** Jobs under way at once, over all workers. */
  readonly concurrency: number;
  /** Jobs begun a second at most, over all workers; undefined: no limit. */
  readonly ratePerSecond?: number | undefined;
  readonly onNote: (message: string) => void;
}

interface Waiting {
  readonly payload: Payload;
  readonly resolve: (value: Payload) => void;
  readonly reject: (reason: unknown) => void;
}

/** Results that nobody fetched are kept this long: an interrupted stage takes them over when it goes on. */
const KEEP_SECONDS = 7 * 24 * 3600;
/** How often states are looked up, in case an event was missed. */
const LOOK_EVERY_MS = 5000;

async function setLimits(queue: Queue, { concurrency, ratePerSecond }: JobQueueOptions): Promise<void> {
  await queue.setGlobalConcurrency(concurrency);
  if (ratePerSecond === undefined) await queue.removeGlobalRateLimit();
  else {
    // Steps of 50 ms or so: finer ones would round.
    const max = Math.ceil(ratePerSecond / 20);
    await queue.setGlobalRateLimit(max, Math.ceil((1000 * max) / ratePerSecond));
  }
}

/** Opens a queue for handing out. Throws an `unavailable` error when it cannot be reached. */
export async function openJobQueue(options: JobQueueOptions): Promise<JobQueue> {
  const { address, kind, onNote } = options;
  const probe = await connect(address, () => undefined);
  probe.disconnect();
  const shared = { connection: connectionOptions(address), prefix: address.prefix };
  const queue = new Queue(kind, shared);
  const events = new QueueEvents(kind, shared);
  const waiting = new Map<string, Waiting>();
  const onError = (error: Error): void => onNote(`queue: ${error.message}`);
  queue.on('error', onError);
  events.on('error', onError);
  await Promise.all([queue.waitUntilReady(), events.waitUntilReady()]);
  await setLimits(queue, options);

  async function handOut(id: string, payload: Payload): Promise<void> {
    const keep = { age: KEEP_SECONDS };
    await queue.add(kind, payload, { jobId: id, removeOnComplete: keep, removeOnFail: keep });
  }

  /** A server that was started anew knows neither jobs nor limits any more. */
  async function restore(): Promise<void> {
    const lost: string[] = [];
    for (const id of waiting.keys()) if ((await queue.getJobState(id)) === 'unknown') lost.push(id);
    if (lost.length === 0) return;
    onNote(`the queue lost ${lost.length} jobs; they are handed out again`);
    await setLimits(queue, options);
    for (const id of lost) {
      const entry = waiting.get(id);
      if (entry !== undefined) await handOut(id, entry.payload);
    }
  }

  async function settle(id: string): Promise<void> {
    const entry = waiting.get(id);
    if (entry === undefined) return;
    // The state first: a job that was read before it ended has no result yet.
    const state = await queue.getJobState(id);
    if (state !== 'completed' && state !== 'failed') return;
    const job = await Job.fromId(queue, id);
    if (job === undefined || !waiting.delete(id)) return;
    const outcome: unknown = job.returnvalue;
    if (state === 'completed' && isOutcome(outcome) && 'ok' in outcome) {
      entry.resolve(outcome.ok);
      return;
    }
    await job.remove();
    entry.reject(
      isOutcome(outcome) && 'fault' in outcome ? fromFault(outcome.fault) : createLostError(job.failedReason ?? ''),
    );
  }

  const look = (id: string): void => {
    settle(id).catch((error: unknown) => waiting.get(id)?.reject(error));
  };
  events.on('completed', ({ jobId }) => look(jobId));
  events.on('failed', ({ jobId }) => look(jobId));
  events.on('stalled', ({ jobId }) => {
    if (waiting.has(jobId)) onNote('a worker was lost; its job is given to another one');
  });
  const timer = setInterval(() => {
    for (const id of waiting.keys()) look(id);
    restore().catch((error: unknown) => onNote(`queue: ${String(error)}`));
  }, LOOK_EVERY_MS);

  async function takeBack(id: string): Promise<void> {
    const job = await Job.fromId(queue, id);
    if (job !== undefined && (await job.isWaiting())) await job.remove();
  }

  return {
    async ask(id, payload, signal) {
      signal.throwIfAborted();
      const result = new Promise<Payload>((resolve, reject) => waiting.set(id, { payload, resolve, reject }));
      // It is awaited below, unless handing out fails first.
      result.catch(() => undefined);
      const onAbort = (): void => {
        const entry = waiting.get(id);
        waiting.delete(id);
        entry?.reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        await handOut(id, payload);
        look(id);
        return await result;
      } catch (error) {
        // The first error is the one to tell; what stays in the queue is done and found by the next stage.
        if (signal.aborted) await takeBack(id).catch(() => undefined);
        throw error;
      } finally {
        signal.removeEventListener('abort', onAbort);
      }
    },
    async forget(id) {
      await queue.remove(id);
    },
    async forgetEnded(isMeant) {
      for (const job of await queue.getJobs(['completed', 'failed']))
        if (isMeant(job.data as Payload)) await job.remove();
    },
    async close() {
      clearInterval(timer);
      await Promise.all([events.close(), queue.close()]);
    },
  };
}

function createLostError(reason: string): ReportcardError {
  return new ReportcardError({
    code: 'unavailable',
    message: `a job was given up because worker after worker was lost with it: ${reason}`,
    hint: 'look at the workers (memory?), then go on; what was done is kept',
  });
}
