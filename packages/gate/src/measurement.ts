import type { AggregateStats, GateRuleResult } from '@reportcard/report-schema';
import { formatShareBeside } from './format-number.ts';
import type { Slice } from './slice-target.ts';

/** Share of undefined samples above which a mean says too little (METRICS §1.3). */
export const MAX_UNDEFINED_SHARE = 0.2;

/** Coverage below which a metric decides nothing (METRICS §1.3). */
export const DEFAULT_MIN_COVERAGE = 0.95;

/** What a subject needs besides the scores. */
export interface MeasureOptions {
  readonly minCoverage: number;
  readonly allowLexical: boolean;
  /** Metrics that exist though this run may lack them; a rule on one is inconclusive instead of an error. */
  readonly knownMetrics: Iterable<string>;
}

/** Why a value may not decide. */
export interface MeasurementProblem {
  readonly text: string;
  /** True where the value can only get worse by measuring more, so that a limit that is broken already stays broken. */
  readonly canStillFail: boolean;
}

/** What a rule is about, measured. */
export interface Measurement {
  /** Metric id, or the subject as the rule names it. */
  readonly metric: string;
  /** True for a metric's value, which alone can be compared with a baseline. */
  readonly isMetric: boolean;
  readonly slice: Slice | null;
  readonly value: number | null;
  readonly n: number;
  readonly coverage: number | null;
  readonly ci95: GateRuleResult['ci95'];
  /** False for what is counted and not sampled: noise then plays no part, whatever was asked for. */
  readonly isNoisy: boolean;
  readonly higherIsBetter: boolean | null;
  readonly problem: MeasurementProblem | null;
}

/** Why an aggregate is too thin to decide; null when it is not. */
export function findProblem(stats: AggregateStats | undefined, minCoverage: number): string | null {
  if (stats === undefined || stats.n_total === 0) return 'there are no samples';
  if (stats.n_eligible === 0) return `the metric applies to none of the ${stats.n_total} samples`;
  if (stats.n_scored === 0) return `none of the ${stats.n_eligible} eligible samples was scored${reasonsOf(stats)}`;
  const coverage = stats.n_scored / stats.n_eligible;
  if (coverage < minCoverage) {
    const share = formatShareBeside(coverage, minCoverage);
    return `only ${share} of the eligible samples were scored (${stats.n_scored} of ${stats.n_eligible}, at least ${formatShareBeside(minCoverage, minCoverage)} needed)${reasonsOf(stats)}`;
  }
  const undefinedShare = stats.n_undefined / (stats.n_undefined + stats.n_scored);
  if (undefinedShare > MAX_UNDEFINED_SHARE) {
    const share = formatShareBeside(undefinedShare, MAX_UNDEFINED_SHARE);
    return `the metric is undefined for ${share} of the samples (at most ${formatShareBeside(MAX_UNDEFINED_SHARE, MAX_UNDEFINED_SHARE)} allowed)`;
  }
  return null;
}

function reasonsOf(stats: AggregateStats): string {
  const parts: [number, string][] = [
    [stats.n_missing_input, 'lack input'],
    [stats.n_judge_error, 'judge errors'],
    [stats.n_skipped, 'skipped'],
  ];
  const texts = parts.filter(([n]) => n > 0).map(([n, text]) => `${n} ${text}`);
  return texts.length === 0 ? '' : `: ${texts.join(', ')}`;
}
