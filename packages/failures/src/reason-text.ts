import type { FailureCondition, FailureRule } from './failure-rules.ts';

/** True when a score is a failure under a condition. */
export function isFailure(condition: FailureCondition, value: number): boolean {
  if ('equals' in condition) return value === condition.equals;
  const { below, above } = condition;
  return (below !== undefined && value < below) || (above !== undefined && value > above);
}

/** A cause as a sample shows it: its name, and for a threshold the score it fell short with: `faithfulness_low(0.35)`. */
export function formatReason(rule: FailureRule, value: number): string {
  return 'equals' in rule.condition ? rule.name : `${rule.name}(${cutDecimals(value)})`;
}

/** The name of a cause without the number in brackets. */
export function reasonName(reason: string): string {
  return reason.replace(/\(-?\d+(?:\.\d+)?(?:e[+-]\d+)?\)$/, '');
}

/**
 * The decimal text of a number with two places, cut and not rounded, so that a printed 0.50 is never below 0.5. Numbers of
 * 21 digits and more keep their exponent.
 */
export function cutDecimals(value: number): string {
  const text = String(value);
  if (text.includes('e-')) return value < 0 ? '-0.00' : '0.00';
  if (text.includes('e')) return text;
  const [whole = '0', decimals = ''] = text.split('.');
  return `${whole}.${decimals.slice(0, 2).padEnd(2, '0')}`;
}
