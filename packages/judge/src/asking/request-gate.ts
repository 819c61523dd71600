import PQueue from 'p-queue';
import type { Clock } from '../clock.ts';

/** Lets requests through: so many at once, and no more requests and tokens a minute than allowed. */
export interface RequestGate {
  /** Runs a task that will use about `tokens` tokens. Rejects with the signal's reason when aborted while waiting. */
  run<T>(tokens: number, task: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Starts nothing for a while, as a server with too many requests asks. */
  pause(ms: number): void;
}

export interface RequestGateOptions {
  /** Requests at once. */
  readonly concurrency: number;
  /** Requests a minute; undefined: no limit. */
  readonly rpm?: number | undefined;
  /** Tokens a minute; undefined: no limit. */
  readonly tpm?: number | undefined;
  readonly clock: Clock;
}

const MINUTE_MS = 60_000;

/**
 * A gate with evenly spaced starts: after a request of t tokens the next one starts 60 s / rpm and 60 s · t / tpm later,
 * so no minute exceeds the limits and no burst meets a server that counts by the second.
 */
export function createRequestGate({ concurrency, rpm, tpm, clock }: RequestGateOptions): RequestGate {
  const queue = new PQueue({ concurrency });
  let nextStart = 0;
  let pausedUntil = 0;

  function book(tokens: number): number {
    const now = clock.now();
    const start = Math.max(now, nextStart, pausedUntil);
    const spacing = Math.max(
      rpm === undefined ? 0 : MINUTE_MS / rpm,
      tpm === undefined ? 0 : (MINUTE_MS * tokens) / tpm,
    );
    if (spacing > 0) nextStart = start + spacing;
    return start - now;
  }

  async function waitForPause(signal: AbortSignal): Promise<void> {
    for (let left = pausedUntil - clock.now(); left > 0; left = pausedUntil - clock.now())
      await clock.sleep(left, signal);
  }

  return {
    run: <T>(tokens: number, task: () => Promise<T>, signal: AbortSignal) =>
      queue.add(
        async (): Promise<T> => {
          const wait = book(tokens);
          if (wait > 0) await clock.sleep(wait, signal);
          await waitForPause(signal);
          return task();
        },
        { signal },
      ),
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, clock.now() + ms);
    },
  };
}
