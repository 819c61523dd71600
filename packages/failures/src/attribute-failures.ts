import { createRecord, type FailureSummary, type ScoreTable } from '@reportcard/report-schema';
import type { FailureRule } from './failure-rules.ts';
import { formatReason, isFailure } from './reason-text.ts';

/** All causes of every sample, and how often they come alone and together. */
export interface FailureAttribution {
  /** By row: the causes as text, in the order of the rules; empty for a sample that did not fail. */
  readonly reasons: readonly (readonly string[])[];
  readonly summary: FailureSummary;
}

interface Combination {
  readonly rules: readonly number[];
  n: number;
}

/**
 * Finds all causes of every sample of a table. `by_reason` counts every rule whose metric was scored for at least one
 * sample, in the order of the rules and 0 included; a rule that nothing was measured for is absent. Combinations come
 * most frequent first, equally frequent ones in pipeline order.
 */
export function attributeFailures(table: ScoreTable, rules: readonly FailureRule[]): FailureAttribution {
  const columns = rules.map((rule) => (table.has(rule.metric) ? table.column(rule.metric) : null));
  const counts = rules.map((_, i): number | null => (columns[i]?.statuses.includes(0) === true ? 0 : null));
  const combinations = new Map<string, Combination>();
  const reasons: string[][] = [];
  let n_failed = 0;
  for (let row = 0; row < table.length; row += 1) {
    const failed: number[] = [];
    const texts: string[] = [];
    rules.forEach((rule, i) => {
      const column = columns[i];
      if (column === null || column === undefined || column.statuses[row] !== 0) return;
      const value = column.values[row] ?? Number.NaN;
      if (!isFailure(rule.condition, value) || failed.some((earlier) => rules[earlier]?.name === rule.unless)) return;
      failed.push(i);
      texts.push(formatReason(rule, value));
      counts[i] = (counts[i] ?? 0) + 1;
    });
    reasons.push(texts);
    if (failed.length === 0) continue;
    n_failed += 1;
    const key = failed.join(' ');
    const combination = combinations.get(key) ?? { rules: failed, n: 0 };
    combination.n += 1;
    combinations.set(key, combination);
  }
  const by_reason = createRecord<number>();
  rules.forEach((rule, i) => {
    const n = counts[i];
    if (n !== null && n !== undefined) by_reason[rule.name] = n;
  });
  const summary = { n_failed, n_total: table.length, by_reason, combinations: formatCombinations(combinations, rules) };
  return { reasons, summary };
}

function formatCombinations(
  combinations: ReadonlyMap<string, Combination>,
  rules: readonly FailureRule[],
): FailureSummary['combinations'] {
  return [...combinations.values()]
    .sort((a, b) => b.n - a.n || compareOrder(a.rules, b.rules))
    .map(({ rules: failed, n }) => ({ reasons: failed.map((i) => rules[i]?.name ?? ''), n }));
}

/** Earlier causes first; where one list begins the other, the shorter first. */
function compareOrder(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
