import {
  getOwn,
  type Override,
  type ScoresFile,
  type SheetRow,
  type SheetState,
  type StaleOverride,
} from '@reportcard/report-schema';
import { isBlankCell, manualColumn } from '@reportcard/score-sheet';
import type { CellKey } from './manual-overrides.ts';

/** Why a score is stale, as the list of stale overrides says it. */
export const STALE_REASONS = {
  changed: 'the inputs have changed since the score was given',
  dropped: 'the run has no such sample any more',
  outside: 'the metric is not applicable to the sample any more',
  unknown: 'the scores have no such metric any more',
} as const;

/** What becomes of the overrides of the last report. */
export interface EarlierOverrides {
  readonly cleared: CellKey[];
  readonly kept: Override[];
  readonly stale: StaleOverride[];
}

/**
 * Sorts the overrides of the last report by their cells in the sheet: blank ones are cleared, missing ones stay or become
 * stale, and of filled ones the sheet itself speaks. Scores listed as stale before stay listed while the sheet has no cell.
 */
export function sortEarlier(
  sheet: SheetState,
  scores: ScoresFile,
  rowOf: (sampleId: string) => SheetRow | undefined,
): EarlierOverrides {
  const stateOf = ({ sample_id, metric }: Pick<Override, 'sample_id' | 'metric'>): 'missing' | 'blank' | 'filled' => {
    const column = manualColumn(metric);
    const row = rowOf(sample_id);
    const text = row === undefined || !sheet.columns.includes(column) ? undefined : getOwn(row.cells, column);
    return text === undefined ? 'missing' : isBlankCell(text) ? 'blank' : 'filled';
  };
  const { overrides, overrides_stale } = scores.meta;
  const blank = overrides.filter((override) => stateOf(override) === 'blank');
  const { kept, stale } = sortKept(
    overrides.filter((override) => stateOf(override) === 'missing'),
    scores,
  );
  const listed = overrides_stale.filter((entry) => stateOf(entry) === 'missing');
  const cleared = blank.map(({ sample_id, metric }) => ({ sampleId: sample_id, metric }));
  return { cleared, kept, stale: [...listed, ...stale] };
}

/** Overrides that no sheet speaks of: those whose sample is as it was stay, the others are stale. */
export function sortKept(
  overrides: readonly Override[],
  scores: ScoresFile,
): { readonly kept: Override[]; readonly stale: StaleOverride[] } {
  const kept: Override[] = [];
  const stale: StaleOverride[] = [];
  for (const override of overrides) {
    const why = explainStale(override, scores);
    const { sample_id, metric, manual, source } = override;
    if (why === null) kept.push(override);
    else stale.push({ sample_id, metric, manual, source, why });
  }
  return { kept, stale };
}

function explainStale(override: Override, scores: ScoresFile): string | null {
  const sample = getOwn(scores.per_sample, override.sample_id);
  if (sample === undefined) return STALE_REASONS.dropped;
  if (sample.inputs_sha256 !== override.inputs_sha256) return STALE_REASONS.changed;
  if (getOwn(scores.metrics, override.metric) === undefined) return STALE_REASONS.unknown;
  return getOwn(sample.unscored, override.metric)?.status === 'not_applicable' ? STALE_REASONS.outside : null;
}
