import type { AggregateGroups, ScoreTable } from '@reportcard/report-schema';
import { type FinishOptions, finishGroups } from './finish-groups.ts';
import { type GatherOptions, gatherGroups } from './gather-groups.ts';

/** What to aggregate and by which rules. */
export interface AggregateOptions extends FinishOptions, GatherOptions {}

/**
 * Aggregates a table over everything, by first- and second-level intent, by difficulty and by each label (METRICS §1.3):
 * plain values, null where nothing was scored, and the same groups of statistics. Nothing depends on the order of the
 * samples but the order of the slice keys, which is first-seen; missing labels have the key `''`.
 */
export function aggregateTable(table: ScoreTable, options: AggregateOptions): AggregateGroups {
  return finishGroups(gatherGroups(table, options), options);
}
