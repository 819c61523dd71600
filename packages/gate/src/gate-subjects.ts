import { getOwn, type ScoresHead } from '@reportcard/report-schema';
import { measureCost } from './measure-cost.ts';
import { measureFailureRate, measureFailures } from './measure-failures.ts';
import { measureCoverage, measureMetric } from './measure-metric.ts';
import type { Measurement, MeasureOptions } from './measurement.ts';

/** Something besides a metric that a rule may be about, told by what its target begins with. */
interface GateSubject {
  readonly prefix: string;
  /** True where nothing may follow the prefix. */
  readonly isWhole?: boolean;
  measure(head: ScoresHead, rest: string, options: MeasureOptions): Measurement[];
}

const SUBJECTS: readonly GateSubject[] = [
  { prefix: 'failure_rate', isWhole: true, measure: (head, _, options) => [measureFailureRate(head, null, options)] },
  { prefix: 'failure_rate:', measure: (head, reason, options) => [measureFailureRate(head, reason, options)] },
  { prefix: 'failures:', measure: (head, reason, options) => [measureFailures(head, reason, options)] },
  { prefix: 'coverage:', measure: measureCoverage },
  { prefix: 'cost:', measure: (head, what) => [measureCost(head, what)] },
];

/** Measures what a target names: one measurement, or several where a slice is a glob. Throws `usage` errors. */
export function measureTarget(head: ScoresHead, target: string, options: MeasureOptions): Measurement[] {
  const isMetric = getOwn(head.metrics, target) !== undefined;
  const subject = SUBJECTS.find(({ prefix, isWhole }) =>
    isWhole === true ? target === prefix : target.startsWith(prefix),
  );
  if (subject !== undefined && !isMetric) return subject.measure(head, target.slice(subject.prefix.length), options);
  return measureMetric(head, target, options);
}
