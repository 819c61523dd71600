import { QueryFailure } from './query-failure.ts';

/** A time limit joined with an outer signal. */
export interface Deadline {
  /** Aborted when the time is up or the outer signal is. */
  readonly signal: AbortSignal;
  /** The promise's own end, or a rejection with the reason of the abort, whichever comes first. */
  race<T>(promise: Promise<T>): Promise<T>;
  /** Stops the timer. Must be called. */
  clear(): void;
}

/** Starts a limit of `milliseconds` (Infinity for none). Time-outs reject with a QueryFailure `timeout`. */
export function startDeadline(milliseconds: number, outer: AbortSignal): Deadline {
  const controller = new AbortController();
  const forward = (): void => controller.abort(outer.reason);
  if (outer.aborted) forward();
  else outer.addEventListener('abort', forward, { once: true });
  const timer = Number.isFinite(milliseconds)
    ? setTimeout(() => {
        controller.abort(
          new QueryFailure({
            message: `no complete answer within ${Math.round(milliseconds)} ms`,
            error_type: 'timeout',
            final_status: 'timeout',
          }),
        );
      }, milliseconds)
    : undefined;
  const { signal } = controller;
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  aborted.catch(() => undefined);
  return {
    signal,
    race(promise) {
      return Promise.race([promise, aborted]);
    },
    clear() {
      if (timer !== undefined) clearTimeout(timer);
      outer.removeEventListener('abort', forward);
    },
  };
}
