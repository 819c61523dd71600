import { createFailureRules } from '@reportcard/failures';
import {
  applyManualOverrides,
  changesNothing,
  checkTwinSheets,
  loadManualOverrides,
} from '@reportcard/manual-overrides';
import type { ObjectStore } from '@reportcard/object-store';
import { type Config, countSamples, type ScoresFile, type SheetState } from '@reportcard/report-schema';
import { cutHash, knownTexts, readSheet } from '@reportcard/score-sheet';
import type { ReportPlace } from './places.ts';

export interface ApplySheetInput {
  readonly store: ObjectStore;
  readonly place: ReportPlace;
  /** Scores whose overrides, if any, are in effect. */
  readonly scores: ScoresFile;
  /** SHA-256 of the file that holds these scores; rows of a sheet made from other ones are not compared with them. */
  readonly scoresSha256: string;
  /** True for scores that were aggregated just now: only a file may have been edited since. */
  readonly fresh?: boolean | undefined;
  readonly now: Date;
}

export interface AppliedSheet {
  readonly scores: ScoresFile;
  /** Undefined when there is no sheet yet. */
  readonly sheet: SheetState | undefined;
  /** True where these are the scores given: the sheet says nothing that is not in them. */
  readonly isUnchanged: boolean;
  readonly notes: readonly string[];
}

async function loadSheet(
  store: ObjectStore,
  path: string,
  known: ReadonlySet<string>,
): Promise<SheetState | undefined> {
  const bytes = await store.get(path);
  return bytes === null ? undefined : readSheet(bytes, { path, known });
}

/** True when every sample has a row that was written from the very file these scores were read from: nobody changed it since. */
function isMadeFrom(sheet: SheetState, { scores, scoresSha256 }: ApplySheetInput): boolean {
  const hash = cutHash(scoresSha256);
  const { rows } = sheet;
  return rows.length === countSamples(scores) && rows.every(({ cells }) => cells['scores_sha256'] === hash);
}

/**
 * Applies the human scores of a run's sheet, CSV or XLSX, if there is one. Throws one `data` error that lists every bad
 * cell; then nothing is applied.
 */
export async function applySheet(input: ApplySheetInput): Promise<AppliedSheet> {
  const { store, place, scores } = input;
  const known = knownTexts(scores);
  const csv = await loadSheet(store, place.sheetCsv, known);
  const xlsx = await loadSheet(store, place.sheetXlsx, known);
  if (csv !== undefined && xlsx !== undefined) checkTwinSheets(csv, xlsx, scores);
  const sheet = csv ?? xlsx;
  if (sheet === undefined) return { scores, sheet, isUnchanged: false, notes: [] };
  const overrides = loadManualOverrides(sheet, scores, { scoresSha256: input.scoresSha256 });
  if ((input.fresh === true || isMadeFrom(sheet, input)) && changesNothing(scores, overrides))
    return { scores, sheet, isUnchanged: true, notes: overrides.notes };
  const rules = createFailureRules(failuresOf(scores));
  return {
    scores: applyManualOverrides(scores, overrides, { now: input.now.toISOString(), rules }),
    sheet,
    isUnchanged: false,
    notes: overrides.notes,
  };
}

/** The failure rules a run was scored with; they are kept among its policies. */
export function failuresOf(scores: ScoresFile): Config['failures'] {
  return scores.meta.policies['failures'] as Config['failures'];
}
