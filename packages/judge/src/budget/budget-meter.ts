import { type Budget, JudgeFailure } from '@reportcard/report-schema';
import { type Amounts, addAmounts, isWithin, NOTHING, type Spend, toAmounts } from './amounts.ts';

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

interface Waiting {
  readonly upper: Amounts;
  readonly start: (reservation: Reservation) => void;
  readonly fail: (reason: unknown) => void;
}

function createExhausted(): JudgeFailure {
  return new JudgeFailure({
    code: 'budget_exhausted',
    status: 'skipped',
    message: 'the budget does not reach further',
  });
}

/** Waits in a queue until a request may start; an abort takes it out again. */
function waitInQueue(queue: Waiting[], upper: Amounts, signal: AbortSignal, admit: () => void): Promise<Reservation> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = (): void => {
      const position = queue.indexOf(entry);
      if (position >= 0) queue.splice(position, 1);
      reject(signal.reason);
    };
    const leave =
      <T>(then: (value: T) => void): ((value: T) => void) =>
      (value) => {
        signal.removeEventListener('abort', onAbort);
        then(value);
      };
    const entry: Waiting = { upper, start: leave(resolve), fail: leave(reject) };
    signal.addEventListener('abort', onAbort, { once: true });
    queue.push(entry);
    admit();
  });
}

/** A meter for a budget; without one everything starts at once. */
export function createBudgetMeter(budget: Budget = {}): BudgetMeter {
  const queue: Waiting[] = [];
  const held = new Set<Amounts>();
  let spent = NOTHING;
  let exhausted = false;

  function hold(upper: Amounts): Reservation {
    const mine = { ...upper };
    held.add(mine);
    return {
      settle(actual) {
        if (!held.delete(mine)) return;
        spent = addAmounts(spent, toAmounts(actual));
        admit();
      },
    };
  }

  /** Starts what fits, in order; what can never fit ends the spending for all that wait. */
  function admit(): void {
    for (let first = queue[0]; first !== undefined; first = queue[0]) {
      const alone = addAmounts(spent, first.upper);
      if (exhausted || !isWithin(budget, alone)) {
        exhausted = true;
        for (const request of queue.splice(0)) request.fail(createExhausted());
      } else if (isWithin(budget, [...held].reduce(addAmounts, alone))) {
        queue.shift();
        first.start(hold(first.upper));
      } else return;
    }
  }

  return {
    exhausted: () => exhausted,
    reserve: (upper, signal) => waitInQueue(queue, toAmounts(upper), signal, admit),
  };
}
