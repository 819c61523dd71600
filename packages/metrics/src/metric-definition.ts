import type { MetricInfo, ScoreCell } from '@reportcard/report-schema';
import type { PreparedSample } from './prepared-sample.ts';

/** A metric as data: what a report must know of it, and how one sample is scored. */
export interface MetricDefinition extends MetricInfo {
  /** Lower-case id, `name@k` with a cutoff. */
  readonly id: string;
  /** What one value says, its population and the source of its formula. */
  readonly description: string;
  /** Scores one sample. Faults of data are states of the cell; nothing is thrown. */
  readonly score: (sample: PreparedSample) => ScoreCell;
  /** For a metric derived from others: its new cell out of its current one and the others'. */
  readonly derive?: ((current: ScoreCell, cell: (metric: string) => ScoreCell | undefined) => ScoreCell) | undefined;
}

/** What differs from a rate averaged over samples where more is better. */
export type MetricInit = Pick<MetricDefinition, 'id' | 'label' | 'description' | 'score'> &
  Partial<Omit<MetricDefinition, 'id' | 'label' | 'description' | 'score'>>;

/** A definition with the usual defaults: group own, unit ratio, higher is better, aggregated by the mean. */
export function defineMetric(init: MetricInit): MetricDefinition {
  return { group: 'own', unit: 'ratio', higher_is_better: true, aggregate: 'mean', ...init };
}

/** The persisted part of a definition (`_scores.json` `metrics`), with `human_scorable` set where the policies allow it. */
export function toMetricInfo(
  definition: MetricDefinition,
  policies: { readonly human_scorable: readonly string[] },
): MetricInfo {
  const { label, group, unit, higher_is_better, aggregate } = definition;
  const scorable = group !== 'lexical' && policies.human_scorable.includes(definition.id);
  return { label, group, unit, higher_is_better, aggregate, ...(scorable ? { human_scorable: true } : {}) };
}
