import { RequestFault } from '../model/request-fault.ts';

const running = new WeakMap<AbortSignal, Set<AbortController>>();

/** The tasks that run under a signal; one listener serves them all. */
function tasksUnder(outer: AbortSignal): Set<AbortController> {
  const known = running.get(outer);
  if (known !== undefined) return known;
  const tasks = new Set<AbortController>();
  running.set(outer, tasks);
  const onAbort = (): void => {
    for (const task of tasks) task.abort(outer.reason);
  };
  outer.addEventListener('abort', onAbort, { once: true });
  return tasks;
}

/**
 * Runs a task under a signal that also ends it after some time. Rejects with a `timeout` fault when the time was up, with
 * the outer signal's reason when that was aborted.
 */
export async function runWithin<T>(
  timeoutMs: number,
  outer: AbortSignal,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  outer.throwIfAborted();
  const controller = new AbortController();
  const onTimeout = (): void =>
    controller.abort(new RequestFault({ kind: 'timeout', message: `no reply within ${timeoutMs} ms` }));
  const timer = setTimeout(onTimeout, timeoutMs);
  const tasks = tasksUnder(outer);
  tasks.add(controller);
  try {
    return await task(controller.signal);
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason;
    throw error;
  } finally {
    clearTimeout(timer);
    tasks.delete(controller);
  }
}
