import type { GateReport, GateRuleResult, Verdict } from '@reportcard/report-schema';
import { type Dimension, parseDimension } from './dimension.ts';

/** What a metric has to reach, from the gate's rules. */
export interface Target {
  /** `min`: at least the threshold; `max`: at most. */
  readonly kind: 'min' | 'max';
  readonly threshold: number;
  readonly verdict: Verdict;
  readonly basis: GateRuleResult['basis'];
}

/** Finds targets by metric and slice. */
export interface TargetIndex {
  overall(metric: string): Target | null;
  /** The slice's own target, else the overall one (whose verdict then says nothing about the slice). */
  slice(dimension: Dimension, key: string, metric: string): Target | null;
}

const ORDER: Readonly<Record<Verdict, number>> = { fail: 0, inconclusive: 1, pass: 2 };

/** The target of several rules on one metric is that of the rule with the worst verdict. */
export function createTargetIndex(gate: GateReport | undefined): TargetIndex {
  const targets = new Map<string, Target>();
  for (const rule of gate?.rules ?? []) {
    if ((rule.kind !== 'min' && rule.kind !== 'max') || rule.threshold === null) continue;
    const place = keyOf(
      rule.metric,
      rule.slice === null ? null : [parseDimension(rule.slice.dimension), rule.slice.key],
    );
    const known = targets.get(place);
    if (known !== undefined && ORDER[known.verdict] <= ORDER[rule.verdict]) continue;
    targets.set(place, { kind: rule.kind, threshold: rule.threshold, verdict: rule.verdict, basis: rule.basis });
  }
  const overall = (metric: string): Target | null => targets.get(keyOf(metric, null)) ?? null;
  return {
    overall,
    slice: (dimension, key, metric) => targets.get(keyOf(metric, [dimension, key])) ?? overall(metric),
  };
}

function keyOf(metric: string, slice: readonly [string, string] | null): string {
  return JSON.stringify([metric, slice]);
}
