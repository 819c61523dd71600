import type { MetricSpend } from '@reportcard/metrics';
import { createRecord, type TextRecord } from '@reportcard/report-schema';
import type { Spend } from './budget/amounts.ts';

/** Adds up what is paid, by metric. */
export interface Ledger {
  readonly spend: (metric: string, spend: Spend) => void;
  /** Notes an answer that cost nothing. */
  readonly noteCached: (metric: string) => void;
  readonly byMetric: () => TextRecord<MetricSpend>;
  /** Requests made. */
  readonly calls: () => number;
  /** Null without prices. */
  readonly money: () => number | null;
}

type Sum = { -readonly [Key in keyof MetricSpend]: MetricSpend[Key] };

function addMoney(sum: number | null, money: number | null): number | null {
  return money === null ? sum : (sum ?? 0) + money;
}

/** A ledger at zero, with an entry for each metric. */
export function createLedger(metrics: readonly string[]): Ledger {
  const sums = new Map<string, Sum>();
  const sumOf = (metric: string): Sum => {
    const known = sums.get(metric);
    if (known !== undefined) return known;
    const created: Sum = { calls: 0, cached: 0, prompt_tokens: 0, completion_tokens: 0, money: null };
    sums.set(metric, created);
    return created;
  };
  for (const metric of metrics) sumOf(metric);
  return {
    spend: (metric, spend) => {
      const sum = sumOf(metric);
      sum.calls += spend.calls;
      sum.prompt_tokens += spend.prompt_tokens;
      sum.completion_tokens += spend.completion_tokens;
      sum.money = addMoney(sum.money, spend.money);
    },
    noteCached: (metric) => {
      sumOf(metric).cached += 1;
    },
    byMetric: () => createRecord([...sums].map(([metric, sum]) => [metric, { ...sum }] as const)),
    calls: () => [...sums.values()].reduce((total, sum) => total + sum.calls, 0),
    money: () => [...sums.values()].reduce<number | null>((total, sum) => addMoney(total, sum.money), null),
  };
}
