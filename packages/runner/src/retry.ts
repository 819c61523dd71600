import type { RunError } from '@reportcard/report-schema';
import pRetry from 'p-retry';

/** When a failed request is sent again. */
export interface RetryPolicy {
  /** Attempts in all; 1 never retries. Default 3. */
  readonly attempts?: number | undefined;
  /** First back-off in milliseconds; it doubles each time and is lengthened by up to its own length at random. Default 500. */
  readonly minDelayMs?: number | undefined;
  /** Longest back-off. Default 30,000. */
  readonly maxDelayMs?: number | undefined;
}

/** What a retry decision looks at. */
export interface Retryable {
  readonly error: RunError | null;
  readonly retry_after_ms: number | null;
}

/** A server's Retry-After beyond this is not waited for: the error is kept as it is. */
export const LONGEST_RETRY_AFTER_MS = 600_000;

class FailedAttempt<T> extends Error {
  readonly outcome: T;
  constructor(outcome: T) {
    super('failed attempt');
    this.outcome = outcome;
  }
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', abort, { once: true });
  });
}

/**
 * Asks until the outcome carries no retryable error, the attempts are used up or `remainingMs` is; gives the last outcome
 * and how many attempts there were. A Retry-After is waited for before the back-off. Rejects only when `signal` is aborted.
 */
export async function askWithRetry<T extends Retryable>(
  ask: () => Promise<T>,
  options: { readonly policy: RetryPolicy; readonly remainingMs: () => number; readonly signal: AbortSignal },
): Promise<{ readonly outcome: T; readonly attempts: number }> {
  const { policy, signal } = options;
  let attempts = 1;
  const first = await ask();
  if (first.error === null || !mayRetry(first, options.remainingMs())) return { outcome: first, attempts };
  const maxDelay = policy.maxDelayMs ?? 30_000;
  try {
    const outcome = await pRetry(
      async (attempt) => {
        if (attempt > 1) attempts++;
        const result = attempt > 1 ? await ask() : first;
        if (result.error === null) return result;
        throw new FailedAttempt(result);
      },
      {
        retries: Math.max(0, (policy.attempts ?? 3) - 1),
        minTimeout: Math.min(policy.minDelayMs ?? 500, maxDelay),
        maxTimeout: maxDelay,
        randomize: true,
        signal,
        shouldRetry: ({ error }) =>
          error instanceof FailedAttempt && mayRetry(error.outcome as T, options.remainingMs()),
        onFailedAttempt: async ({ error, retriesLeft }) => {
          if (!(error instanceof FailedAttempt) || retriesLeft === 0) return;
          const failed = error.outcome as T;
          if (failed.retry_after_ms !== null && mayRetry(failed, options.remainingMs()))
            await wait(failed.retry_after_ms, signal);
        },
      },
    );
    return { outcome, attempts };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FailedAttempt) return { outcome: error.outcome as T, attempts };
    throw error;
  }
}

function mayRetry(outcome: Retryable, remainingMs: number): boolean {
  const delay = outcome.retry_after_ms ?? 0;
  return outcome.error?.retryable === true && delay <= LONGEST_RETRY_AFTER_MS && delay < remainingMs;
}
