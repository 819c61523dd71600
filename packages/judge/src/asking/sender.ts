import { setMaxListeners } from 'node:events';
import type { Spend } from '../budget/amounts.ts';
import type { BudgetMeter } from '../budget/budget-meter.ts';
import { type Price, priceTokens } from '../budget/prices.ts';
import type { Clock } from '../clock.ts';
import { isRetryable, mayBeBilled, RequestFault } from '../model/request-fault.ts';
import type { Health } from './health.ts';
import type { RequestGate } from './request-gate.ts';
import { computeRetryDelay } from './retry-delay.ts';
import { runWithin } from './run-within.ts';

/** Is told what every single request cost. */
export type SpendSink = (spend: Spend) => void;

/** One request and how to count it. */
interface Outgoing<T> {
  /** Tokens it uses at most. */
  readonly upper: { readonly prompt: number; readonly completion: number };
  /** Makes the request once; rejects with RequestFault. */
  readonly send: (signal: AbortSignal) => Promise<T>;
  /** Tokens that a reply says were used. */
  readonly count: (reply: T) => { readonly prompt: number; readonly completion: number };
  /** True: this fault is somebody else's business, no retry. */
  readonly handsBack?: ((fault: RequestFault) => boolean) | undefined;
}

/** Retries that are left for one answer; shared by all its requests, so that the worst case stays small. */
export interface RetryAllowance {
  used: number;
  readonly max: number;
}

interface SendOptions {
  readonly signal: AbortSignal;
  readonly allowance: RetryAllowance;
  readonly onSpend?: SpendSink | undefined;
}

export interface Sender {
  /**
   * Sends a request: waits for the gate and the budget, limits its time, retries what may pass. Rejects with RequestFault,
   * with `skipped/budget_exhausted`, with an `unavailable` error when the server cannot be used at all, or with the
   * signal's reason.
   */
  send<T>(outgoing: Outgoing<T>, options: SendOptions): Promise<T>;
}

export interface SenderOptions {
  readonly gate: RequestGate;
  readonly budget: BudgetMeter;
  readonly health: Health;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly price: Price | undefined;
}

/** Puts the gate, the budget, the time limit and the retries around requests to one server. */
export function createSender(options: SenderOptions): Sender {
  const { gate, budget, health, clock, timeoutMs, price } = options;
  const toSpend = (tokens: { readonly prompt: number; readonly completion: number }): Spend => ({
    calls: 1,
    prompt_tokens: tokens.prompt,
    completion_tokens: tokens.completion,
    money: priceTokens(price, tokens.prompt, tokens.completion),
  });

  async function attempt<T>(outgoing: Outgoing<T>, { signal, onSpend }: SendOptions): Promise<T> {
    const reservation = await budget.reserve(toSpend(outgoing.upper), signal);
    const settle = (tokens: { readonly prompt: number; readonly completion: number }): void => {
      const spend = toSpend(tokens);
      reservation.settle(spend);
      onSpend?.(spend);
    };
    try {
      const reply = await runWithin(timeoutMs, signal, outgoing.send);
      settle(outgoing.count(reply));
      health.noteReply();
      return reply;
    } catch (error) {
      const billed = !(error instanceof RequestFault) || mayBeBilled(error);
      settle({ prompt: billed ? outgoing.upper.prompt : 0, completion: 0 });
      throw error;
    }
  }

  async function waitToRetry(fault: RequestFault, { signal, allowance }: SendOptions): Promise<boolean> {
    if (!isRetryable(fault) || allowance.used >= allowance.max) return false;
    const delay = computeRetryDelay(fault, allowance.used, clock.random());
    if (delay === null) return false;
    allowance.used += 1;
    if (fault.retryAfterMs !== undefined) gate.pause(delay);
    await clock.sleep(delay, signal);
    return true;
  }

  return {
    async send(outgoing, sendOptions) {
      const tokens = outgoing.upper.prompt;
      // Every waiting request listens to the signal of its run: many listeners are no leak here.
      setMaxListeners(0, sendOptions.signal);
      for (;;) {
        try {
          return await gate.run(tokens, () => attempt(outgoing, sendOptions), sendOptions.signal);
        } catch (error) {
          if (sendOptions.signal.aborted) throw sendOptions.signal.reason;
          if (!(error instanceof RequestFault)) throw error;
          if (outgoing.handsBack?.(error) === true) throw error;
          if (await waitToRetry(error, sendOptions)) continue;
          health.noteFailure(error);
          throw error;
        }
      }
    },
  };
}
