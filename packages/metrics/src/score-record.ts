import type { RunRecord, ScoreCell } from '@reportcard/report-schema';
import type { MetricDefinition } from './metric-definition.ts';
import type { MetricPolicies } from './metric-policies.ts';
import { type PreparedSample, prepareSample } from './prepared-sample.ts';

/** Scores a prepared sample: one cell a definition, in their order. */
export function scoreSample(sample: PreparedSample, definitions: readonly MetricDefinition[]): readonly ScoreCell[] {
  const cells: ScoreCell[] = [];
  for (const definition of definitions) cells.push(definition.score(sample));
  return cells;
}

/**
 * Scores a run record: one cell a definition, in their order; the record is prepared once. Derived metrics come out as
 * `skipped/no_judge` inside their population until `deriveMetrics` fills them.
 */
export function scoreRecord(
  record: RunRecord,
  definitions: readonly MetricDefinition[],
  policies: MetricPolicies,
): readonly ScoreCell[] {
  return scoreSample(prepareSample(record, policies), definitions);
}
