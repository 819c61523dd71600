import { createHash } from 'node:crypto';
import type { ScoresFile, SheetState } from '@reportcard/report-schema';
import { createSheet, editSheet, formatCsv, matchRows, readSheet, toSheetState } from '@reportcard/score-sheet';
import { textOf } from './build-scores.ts';

export const SHEET_PATH = 'reports/v1_20260601_143022/per_sample.csv';

export function sha256Of(scores: ScoresFile): string {
  return createHash('sha256').update(textOf(scores)).digest('hex');
}

/** The sheet `report` would write for these scores. */
export function sheetFor(scores: ScoresFile, sheet?: SheetState): SheetState {
  return toSheetState(createSheet(scores, { scoresSha256: sha256Of(scores), sheet }), SHEET_PATH);
}

/** Sets cells by sample id and column. */
export function fillCells(
  sheet: SheetState,
  scores: ScoresFile,
  cells: Readonly<Record<string, Readonly<Record<string, string>>>>,
): SheetState {
  const { rows } = matchRows(sheet, scores);
  const edits = Object.entries(cells).flatMap(([id, own]) =>
    Object.entries(own).map(([column, text]) => ({ record: rows.get(id)?.record ?? 0, column, text })),
  );
  return editSheet(sheet, edits);
}

/** A sheet for these scores with the given cells. */
export function filledSheet(
  scores: ScoresFile,
  cells: Readonly<Record<string, Readonly<Record<string, string>>>>,
): SheetState {
  return fillCells(sheetFor(scores), scores, cells);
}

/** The same sheet with its rows in another order, numbered anew. */
export function withRows(sheet: SheetState, rows: readonly SheetState['rows'][number][]): SheetState {
  return { ...sheet, rows: rows.map((row, index) => ({ ...row, record: index + 1 })) };
}

/** A sheet without one of its columns. */
export function withoutColumn(sheet: SheetState, column: string): SheetState {
  const columns = sheet.columns.filter((name) => name !== column);
  const rows = sheet.rows.map((row) => ({
    ...row,
    cells: Object.fromEntries(Object.entries(row.cells).filter(([name]) => name !== column)),
  }));
  return { ...sheet, columns, rows };
}

/** Writes the sheet as CSV and reads it back. */
export async function rewrite(scores: ScoresFile, sheet: SheetState): Promise<SheetState> {
  const text = [...formatCsv(createSheet(scores, { scoresSha256: sha256Of(scores), sheet }))].join('');
  return readSheet(Buffer.from(text, 'utf8'), { path: SHEET_PATH });
}
