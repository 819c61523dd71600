import type { FailureRule } from '@reportcard/failures';
import type { ScoresFile, ScoresMeta } from '@reportcard/report-schema';
import { applyManualOverrides } from './apply-manual-overrides.ts';
import { changesNothing } from './changes-nothing.ts';
import { sortKept } from './earlier-overrides.ts';

/**
 * Takes the overrides of an earlier scoring over into a new one of the same run, each with its time and source: those
 * whose sample is as it was are in effect, the others are listed as stale. Afterwards the sheet, if there is one, is
 * loaded and applied to the result as always; without one the human scores are not lost.
 */
export function carryOverrides(
  scores: ScoresFile,
  earlier: Pick<ScoresMeta, 'overrides' | 'overrides_cleared'>,
  { rules }: { readonly rules: readonly FailureRule[] },
): ScoresFile {
  const { kept, stale } = sortKept(earlier.overrides, scores);
  const nothing = { scores: [], cleared: [], audit: [], notes: [] };
  const start = { ...scores, meta: { ...scores.meta, overrides_cleared: earlier.overrides_cleared } };
  const carried = { ...nothing, kept, stale };
  if (changesNothing(start, carried)) return start;
  return applyManualOverrides(start, carried, { now: scores.meta.volatile.created_at, rules });
}
