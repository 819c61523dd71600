import { type MetricDefinition, RAGAS_METRICS } from '@reportcard/metrics';
import {
  createRecord,
  getOwn,
  type MetricInfo,
  type RunMeta,
  readMetricInfo,
  type TextRecord,
} from '@reportcard/report-schema';

/** What an imported score of an unknown metric is taken for: a mean, more is better. */
function describeUnknown(id: string): MetricInfo {
  return { label: id, group: 'evaluator', unit: 'count', higher_is_better: true, aggregate: 'mean' };
}

/** Descriptions of foreign metrics that the import left in the meta file. Entries that are none are passed over. */
function storedMetrics(meta: RunMeta | null): TextRecord<MetricInfo> {
  const stored = getOwn(meta?.metadata, 'metric_info');
  const info = createRecord<MetricInfo>();
  if (stored === null || typeof stored !== 'object') return info;
  for (const [id, value] of Object.entries(stored)) {
    const known = readMetricInfo(value);
    if (known !== undefined) info[id] = { ...known, group: 'evaluator' };
  }
  return info;
}

/** True for a metric whose scores only an import can bring. */
function isForeignMetric(id: string): boolean {
  return !RAGAS_METRICS.some((definition) => definition.id === id);
}

/**
 * Metrics of other tools whose scores came with an import, as definitions of the group evaluator: in the order of the
 * meta file, then those that only the scores name. Nothing computes them.
 */
export function importedDefinitions(meta: RunMeta | null, metrics: Iterable<string>): MetricDefinition[] {
  const info = storedMetrics(meta);
  const ids = new Set([...Object.keys(info), ...metrics].filter(isForeignMetric));
  return [...ids].map((id) => ({
    ...(info[id] ?? describeUnknown(id)),
    id,
    description: 'a score that came with an import',
    score: () => ({ value: null, status: 'judge_error', code: 'import_missing' }),
  }));
}
