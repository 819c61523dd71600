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

interface MetricTargets {
  overall: Target | null;
  readonly slices: Map<Dimension, Map<string, Target>>;
}

function pickWorse(known: Target | null | undefined, next: Target): Target {
  return known && ORDER[known.verdict] <= ORDER[next.verdict] ? known : next;
}

function addSliceTarget(targets: MetricTargets, dimension: Dimension, key: string, target: Target): void {
  const keys = targets.slices.get(dimension) ?? new Map<string, Target>();
  keys.set(key, pickWorse(keys.get(key), target));
  targets.slices.set(dimension, keys);
}

/** The target of several rules on one metric is that of the rule with the worst verdict. */
export function createTargetIndex(gate: GateReport | undefined): TargetIndex {
  const index = new Map<string, MetricTargets>();
  for (const { metric, slice, kind, threshold, verdict, basis } of gate?.rules ?? []) {
    if ((kind !== 'min' && kind !== 'max') || threshold === null) continue;
    const target: Target = { kind, threshold, verdict, basis };
    const targets: MetricTargets = index.get(metric) ?? { overall: null, slices: new Map() };
    index.set(metric, targets);
    if (slice === null) targets.overall = pickWorse(targets.overall, target);
    else addSliceTarget(targets, parseDimension(slice.dimension), slice.key, target);
  }
  const overall = (metric: string): Target | null => index.get(metric)?.overall ?? null;
  return {
    overall,
    slice: (dimension, key, metric) => index.get(metric)?.slices.get(dimension)?.get(key) ?? overall(metric),
  };
}
