import type { MetricRow, SliceRow } from '@reportcard/renderer-kit';
import { goalOf } from './goal.ts';

/** True for a value on the wrong side of the goal. */
export function missesGoal(metric: MetricRow, value: number, goal: number): boolean {
  return metric.info.higher_is_better ? value < goal : value > goal;
}

/**
 * The first of the rows (worst first) that rests on enough samples and lies on the wrong side of the metric's target,
 * or of its overall value where there is no target; null where none does. Only such a slice may make a headline.
 */
export function findWeakSlice(rows: readonly SliceRow[], metric: MetricRow | null): SliceRow | null {
  const goal = metric === null ? null : goalOf(metric);
  if (metric === null || goal === null) return null;
  const weak = rows.find((row) => {
    const cell = row.cells[metric.id];
    return cell !== undefined && !cell.small && cell.value !== null && missesGoal(metric, cell.value, goal);
  });
  return weak ?? null;
}
