import { setMaxListeners } from 'node:events';
import { type Job, Queue, Worker } from 'bullmq';
import { connect, connectionOptions } from './connection.ts';
import { JOB_KINDS, type JobKind, type Outcome, type Payload, toFault } from './job-kind.ts';
import type { QueueAddress } from './queue-address.ts';
import { createWakefulness, type Wakefulness } from './wakefulness.ts';

/** Does a job; what it returns is its result. A rejection ends the stage of the side that asked. */
export type JobHandler = (payload: Payload, signal: AbortSignal) => Promise<Payload>;

/** Where a worker takes its jobs from and what it does with each kind. */
export interface JobWorkerOptions {
  readonly address: QueueAddress;
  readonly handlers: Readonly<Record<JobKind, JobHandler>>;
  /** Jobs of each kind at once in this worker. */
  readonly concurrency: number;
  /** After this long without a sign of life a worker's jobs are given to others. */
  readonly lockMs: number;
  /** Ends the worker: jobs under way are finished, no new one is begun. */
  readonly signal: AbortSignal;
  /** Ends the worker after this long without a job; undefined: never. */
  readonly idleMs?: number | undefined;
  readonly wakefulness?: Wakefulness | undefined;
  readonly onNote: (message: string) => void;
  readonly onDone?: ((kind: JobKind) => void) | undefined;
}

/** A job is given to this many workers before it is given up: one that is lost with each of them is at fault itself. */
const LONGEST_CHAIN = 20;
const LOOK_EVERY_MS = 500;

/** Jobs under way in this worker, by their id. */
interface Processor {
  process(job: Job): Promise<Outcome>;
  /** Ends a job that another worker has by now: it would pay for what is thrown away. */
  drop(id: string): void;
}

function createProcessor(handler: JobHandler, wakefulness: Wakefulness, onDone: () => void): Processor {
  const controllers = new Map<string, AbortController>();
  return {
    async process(job) {
      const controller = new AbortController();
      setMaxListeners(0, controller.signal);
      const id = job.id ?? '';
      controllers.set(id, controller);
      const release = wakefulness.onWake((reason) => controller.abort(reason));
      try {
        return { ok: await handler(job.data as Payload, controller.signal) };
      } catch (error) {
        // Its job is another worker's by now: nothing is reported under it.
        if (controller.signal.aborted) throw error;
        return { fault: toFault(error) };
      } finally {
        release();
        if (controllers.get(id) === controller) controllers.delete(id);
        onDone();
      }
    },
    drop: (id) => controllers.get(id)?.abort(new Error('the job was given to another worker')),
  };
}

/**
 * Works on recordings and scorings until the signal ends it, or nothing is left for `idleMs`. Results go back as return
 * values only, which the queue refuses from a worker that has lost its job. Throws an `unavailable` error at once when the
 * queue cannot be reached; later it waits for it.
 */
export async function runJobWorker(options: JobWorkerOptions): Promise<void> {
  const { address, handlers, signal, idleMs, lockMs, onNote } = options;
  const probe = await connect(address, () => undefined);
  probe.disconnect();
  const wakefulness = options.wakefulness ?? createWakefulness(lockMs);
  const shared = { connection: connectionOptions(address), prefix: address.prefix };
  let active = 0;
  let lastJob = performance.now();
  const workers = JOB_KINDS.map((kind) => {
    const done = (): void => {
      active--;
      lastJob = performance.now();
      options.onDone?.(kind);
    };
    const processor = createProcessor(handlers[kind], wakefulness, done);
    const worker = new Worker(
      kind,
      async (job) => {
        active++;
        return processor.process(job);
      },
      {
        ...shared,
        concurrency: options.concurrency,
        lockDuration: lockMs,
        stalledInterval: lockMs,
        maxStalledCount: LONGEST_CHAIN,
        drainDelay: 1,
      },
    );
    worker.on('lockRenewalFailed', (ids) => ids.forEach(processor.drop));
    worker.on('error', (error) => onNote(`queue: ${error.message}`));
    return worker;
  });
  const queues = JOB_KINDS.map((kind) => new Queue(kind, shared));
  for (const queue of queues) queue.on('error', () => undefined);

  async function isIdle(): Promise<boolean> {
    if (idleMs === undefined || active > 0 || performance.now() - lastJob < idleMs) return false;
    for (const queue of queues) {
      const counts = await queue.getJobCounts('wait', 'active', 'delayed', 'prioritized');
      if (Object.values(counts).some((count) => count > 0)) return false;
    }
    return true;
  }

  try {
    while (!signal.aborted && !(await isIdle())) await pause(LOOK_EVERY_MS, signal);
  } finally {
    await Promise.all(workers.map((worker) => worker.close()));
    await Promise.all(queues.map((queue) => queue.close()));
    if (options.wakefulness === undefined) wakefulness.close();
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}
