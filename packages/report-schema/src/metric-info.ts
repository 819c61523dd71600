import type { MetricInfo } from './aggregates.ts';
import { METRIC_AGGREGATES, METRIC_GROUPS, METRIC_UNITS } from './constants.ts';

/**
 * The description of a metric out of a JSON value, read by hand as `MetricInfoSchema` reads it; undefined where it is none.
 */
export function readMetricInfo(value: unknown): MetricInfo | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  const { label, group, unit, higher_is_better, aggregate, human_scorable } = value as Partial<MetricInfo>;
  if (typeof label !== 'string' || typeof higher_is_better !== 'boolean') return undefined;
  if (group === undefined || unit === undefined || aggregate === undefined) return undefined;
  const isKnown = METRIC_GROUPS.includes(group) && METRIC_UNITS.includes(unit) && METRIC_AGGREGATES.includes(aggregate);
  if (!isKnown || !(human_scorable === undefined || typeof human_scorable === 'boolean')) return undefined;
  const info = { label, group, unit, higher_is_better, aggregate };
  return human_scorable === undefined ? info : { ...info, human_scorable };
}
