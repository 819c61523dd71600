import type { MetricRow } from '@reportcard/renderer-kit';

/** The level a metric ought to reach: its target, else its overall value; null when neither is known. */
export function goalOf(metric: MetricRow): number | null {
  return metric.target?.threshold ?? metric.value;
}
