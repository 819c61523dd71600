import type { MetricDifference } from '@reportcard/report-schema';
import { formatDelta } from '../format/comparison.ts';
import type { NumberStyle } from '../format/number-style.ts';

/** The change of a metric since the baseline, from the paired test. */
export interface Delta {
  /** This run minus the baseline, over the samples scored in both; null when nothing pairs. */
  readonly difference: number | null;
  /** The baseline's mean over the paired samples. */
  readonly baseline: number | null;
  /** Paired samples. */
  readonly n: number;
  readonly ci95: readonly [number, number] | null;
  readonly p_value: number | null;
  readonly verdict: MetricDifference['verdict'];
  /** True when the test tells the runs apart. */
  readonly significant: boolean;
  /** `▲` better, `▼` worse, `≈` within noise, empty when not measured. Says better or worse, not up or down. */
  readonly mark: '▲' | '▼' | '≈' | '';
  /** The difference as text, such as `+3.2 pp`. */
  readonly text: string;
}

const MARKS = { improved: '▲', worse: '▼', not_distinguishable: '≈', not_measured: '' } as const;

/** The change of one metric; null when there is no comparison of it. */
export function createDelta(difference: MetricDifference | undefined, style: NumberStyle): Delta | null {
  if (difference === undefined) return null;
  return {
    difference: difference.difference,
    baseline: difference.mean_a,
    n: difference.n,
    ci95: difference.ci95 === null ? null : [...difference.ci95],
    p_value: difference.p_adjusted ?? difference.p_value,
    verdict: difference.verdict,
    significant: difference.verdict === 'improved' || difference.verdict === 'worse',
    mark: MARKS[difference.verdict],
    text: formatDelta(difference.difference, style),
  };
}
