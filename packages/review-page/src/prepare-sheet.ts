import type { SheetState } from '@reportcard/report-schema';
import { createSheet, toSheetState } from '@reportcard/score-sheet';
import type { ReviewSource } from './review-port.ts';

/** The sheet as it is when it has been written and read back: every sample has a row, every metric its manual column. */
export function settleSheet(source: Omit<ReviewSource, 'version'>, sheet: SheetState): SheetState {
  const document = createSheet(source.scores, { sheet, scoresSha256: source.scoresSha256 });
  return { ...toSheetState(document, sheet.path), format: sheet.format };
}
