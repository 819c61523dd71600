import { type Budget, JudgeFailure } from '@reportcard/report-schema';

/** What a request costs, or may cost at most. Money null: no price. */
export interface Spend {
  readonly calls: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly money: number | null;
}

/** A part of the budget that a running request holds. */
export interface Reservation {
  /** Replaces the upper estimate by what was really spent. A second call does nothing. */
  settle(spent: Spend): void;
}

/**
 * Guards a budget: a request starts only when its upper estimate fits into what is left after everything spent and
 * everything held by running requests.
 */
export interface BudgetMeter {
  /** Resolves when the request may start; rejects with `skipped/budget_exhausted` when it can never fit. */
  reserve(upper: Spend, signal: AbortSignal): Promise<Reservation>;
  /** True from the first request that did not fit; no request starts from then on. */
  readonly exhausted: () => boolean;
}

interface Amounts {
  calls: number;
  tokens: number;
  money: number;
}

interface Waiting {
  readonly upper: Amounts;
  readonly start: () => void;
  readonly fail: (reason: unknown) => void;
}

function toAmounts(spend: Spend): Amounts {
  return { calls: spend.calls, tokens: spend.prompt_tokens + spend.completion_tokens, money: spend.money ?? 0 };
}

function createExhausted(): JudgeFailure {
  return new JudgeFailure({
    code: 'budget_exhausted',
    status: 'skipped',
    message: 'the budget does not reach further',
  });
}

/** A meter for a budget; without one everything starts at once. */
export function createBudgetMeter(budget: Budget = {}): BudgetMeter {
  const { maxCalls = Infinity, maxTokens = Infinity, maxMoney = Infinity } = budget;
  const spent: Amounts = { calls: 0, tokens: 0, money: 0 };
  const held: Amounts = { calls: 0, tokens: 0, money: 0 };
  const waiting: Waiting[] = [];
  let exhausted = false;

  const add = (to: Amounts, amounts: Amounts, sign: 1 | -1): void => {
    to.calls += sign * amounts.calls;
    to.tokens += sign * amounts.tokens;
    to.money += sign * amounts.money;
  };
  const fits = (upper: Amounts, base: Amounts): boolean =>
    spent.calls + base.calls + upper.calls <= maxCalls &&
    spent.tokens + base.tokens + upper.tokens <= maxTokens &&
    spent.money + base.money + upper.money <= maxMoney;
  const nothing: Amounts = { calls: 0, tokens: 0, money: 0 };

  /** Starts what fits, in order; what can never fit ends the spending for all that wait. */
  function admit(): void {
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      if (!exhausted && !fits(first.upper, nothing)) exhausted = true;
      if (exhausted) {
        for (const request of waiting.splice(0)) request.fail(createExhausted());
      } else if (fits(first.upper, held)) {
        waiting.shift();
        add(held, first.upper, 1);
        first.start();
      } else return;
    }
  }

  function hold(upper: Amounts): Reservation {
    let open = true;
    return {
      settle(actual) {
        if (!open) return;
        open = false;
        add(held, upper, -1);
        add(spent, toAmounts(actual), 1);
        admit();
      },
    };
  }

  return {
    exhausted: () => exhausted,
    reserve(spend, signal) {
      const upper = toAmounts(spend);
      return new Promise((resolve, reject) => {
        const onAbort = (): void => {
          const position = waiting.indexOf(entry);
          if (position >= 0) waiting.splice(position, 1);
          reject(signal.reason);
        };
        const leave = (): void => signal.removeEventListener('abort', onAbort);
        const entry: Waiting = {
          upper,
          start: () => {
            leave();
            resolve(hold(upper));
          },
          fail: (reason) => {
            leave();
            reject(reason);
          },
        };
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.push(entry);
        admit();
      });
    },
  };
}
