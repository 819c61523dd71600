import type { Budget } from '@reportcard/report-schema';

/** What a request costs, or may cost at most. Money null: no price. */
export interface Spend {
  readonly calls: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly money: number | null;
}

/** What budgets count. */
export interface Amounts {
  readonly calls: number;
  readonly tokens: number;
  readonly money: number;
}

export const NOTHING: Amounts = { calls: 0, tokens: 0, money: 0 };

/** A spend in the units of budgets. */
export function toAmounts({ calls, prompt_tokens, completion_tokens, money }: Spend): Amounts {
  return { calls, tokens: prompt_tokens + completion_tokens, money: money ?? 0 };
}

/** a + b. */
export function addAmounts(a: Amounts, b: Amounts): Amounts {
  return { calls: a.calls + b.calls, tokens: a.tokens + b.tokens, money: a.money + b.money };
}

/** Whether amounts stay within a budget. */
export function isWithin(budget: Budget, { calls, tokens, money }: Amounts): boolean {
  const { maxCalls = Infinity, maxTokens = Infinity, maxMoney = Infinity } = budget;
  return calls <= maxCalls && tokens <= maxTokens && money <= maxMoney;
}
