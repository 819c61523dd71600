/** Time and chance as the judge uses them; tests hand in their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Waits; rejects with the signal's reason when it is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** A number in [0, 1) for jitter. */
  readonly random: () => number;
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason);
      return;
    }
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** The clock of the machine. */
export const SYSTEM_CLOCK: Clock = { now: () => Date.now(), sleep, random: () => Math.random() };
