import type { ScoreTable } from '@reportcard/report-schema';
import type { MetricDefinition } from './metric-definition.ts';
import { incorrectAnswerRate } from './own/incorrect-answer.ts';

/** The metrics that are computed from other metrics' scores. */
export const DERIVED_METRICS: readonly MetricDefinition[] = [incorrectAnswerRate];

/**
 * Recomputes the derived columns of one row from the effective scores beside them; call it after judging and after
 * overrides. `incorrect_answer_rate` stays not_applicable where it is; otherwise it is 1 for answer_correctness below
 * 0.5, 0 from there on, and has the status and code of an unscored answer_correctness. Columns the table lacks are left out.
 */
export function deriveMetrics(table: ScoreTable, row: number): void {
  for (const definition of DERIVED_METRICS) {
    if (definition.derive === undefined || !table.has(definition.id)) continue;
    const current = table.get(row, definition.id);
    const derived = definition.derive(current, (metric) => (table.has(metric) ? table.get(row, metric) : undefined));
    table.set(row, definition.id, derived);
  }
}
