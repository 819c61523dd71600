import type { ScoresFile } from '@reportcard/report-schema';
import { isBiasWarning } from './bias-warning.ts';
import type { ManualOverrides } from './manual-overrides.ts';

/**
 * True when a sheet says nothing and the scores bear no trace of an earlier one: `applyManualOverrides` would give scores
 * that this package made back as they are.
 */
export function changesNothing(scores: ScoresFile, overrides: ManualOverrides): boolean {
  const { meta, overall_auto, agreement, corrected } = scores;
  const said = [overrides.scores, overrides.cleared, overrides.kept, overrides.stale, overrides.audit];
  const traces = [meta.overrides, meta.overrides_stale, meta.warnings.filter(isBiasWarning)];
  const measured = [overall_auto, agreement, corrected].map(Object.keys);
  return meta.manual_overrides === 0 && [...said, ...traces, ...measured].every((list) => list.length === 0);
}
