import type { Target } from './target.ts';

/**
 * `good`: on target. `amber`: misses the target, but the interval spans it. `bad`: misses it and the interval does not
 * span it. `inconclusive`: there is a target and too little was measured. `none`: no target.
 */
export type MetricState = 'good' | 'amber' | 'bad' | 'inconclusive' | 'none';

/** What the state of a metric is decided by. */
export interface StateInput {
  readonly value: number | null;
  readonly target: Target | null;
  readonly ci95: readonly [number | null, number | null] | null;
  /** True when the target's verdict was made for this very value. */
  readonly own_verdict: boolean;
}

function meets(value: number, target: Target, ownVerdict: boolean): boolean {
  if (ownVerdict && target.basis === 'value') return target.verdict === 'pass';
  return target.kind === 'min' ? value >= target.threshold : value <= target.threshold;
}

function spans(ci95: StateInput['ci95'], threshold: number): boolean {
  if (ci95 === null) return false;
  const [low, high] = ci95;
  return (low ?? Number.NEGATIVE_INFINITY) <= threshold && threshold <= (high ?? Number.POSITIVE_INFINITY);
}

/** The state of a value against its target. */
export function judgeState(input: StateInput): MetricState {
  const { value, target } = input;
  if (target === null) return 'none';
  if (value === null || (input.own_verdict && target.verdict === 'inconclusive')) return 'inconclusive';
  if (meets(value, target, input.own_verdict)) return 'good';
  return spans(input.ci95, target.threshold) ? 'amber' : 'bad';
}

/** True for a value that misses its target, whatever the interval says. */
export function missesTarget(state: MetricState): boolean {
  return state === 'amber' || state === 'bad';
}
