import { RequestFault } from '../model/request-fault.ts';

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
  const onAbort = (): void => controller.abort(outer.reason);
  const timer = setTimeout(onTimeout, timeoutMs);
  outer.addEventListener('abort', onAbort, { once: true });
  try {
    return await task(controller.signal);
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason;
    throw error;
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', onAbort);
  }
}
