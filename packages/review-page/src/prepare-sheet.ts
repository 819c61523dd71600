import { getOwn, type ScoresFile, type SheetState } from '@reportcard/report-schema';
import {
  createSheet,
  editSheet,
  parseManualCell,
  parseManualColumn,
  type SheetEdit,
  toSheetState,
} from '@reportcard/score-sheet';
import type { ReviewSource } from './review-port.ts';

/** Scores of a file with decimal commas, which is written with points from now on. */
function pointDecimals(sheet: SheetState, scores: ScoresFile): SheetState {
  if (!sheet.dialect.decimal_comma) return sheet;
  const edits: SheetEdit[] = [];
  for (const column of sheet.columns) {
    const parsed = parseManualColumn(column);
    if (parsed === null) continue;
    const unit = parsed.role === 'pi' ? 'ratio' : getOwn(scores.metrics, parsed.metric)?.unit;
    for (const row of sheet.rows) {
      const cell = parseManualCell(getOwn(row.cells, column) ?? '', { decimalComma: true, unit });
      if ('value' in cell && cell.value !== null) edits.push({ record: row.record, column, text: String(cell.value) });
    }
  }
  return editSheet(sheet, edits);
}

/** The sheet as it is when it has been written and read back: every sample has a row, every metric its manual column. */
export function settleSheet(source: Omit<ReviewSource, 'version'>, sheet: SheetState): SheetState {
  const document = createSheet(source.scores, { sheet, scoresSha256: source.scoresSha256 });
  return { ...toSheetState(document, sheet.path), format: sheet.format };
}

/** A sheet as it was opened, ready to be edited: see {@link settleSheet}. */
export function prepareSheet(source: ReviewSource): SheetState {
  return settleSheet(source, pointDecimals(source.sheet, source.scores));
}
