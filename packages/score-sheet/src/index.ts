export * from './create-sheet.ts';
export * from './format-csv.ts';
export { guardText, unguardText } from './guard.ts';
export * from './match-rows.ts';
export * from './preview-text.ts';
export {
  type ColumnKind,
  columnKind,
  cutHash,
  humanScorableMetrics,
  inclusionColumn,
  KEY_COLUMNS,
  manualColumn,
  parseManualColumn,
  REASON_COLUMN,
  REVIEWER_COLUMN,
  type SheetCell,
  secondManualColumn,
  sheetMetrics,
} from './sheet-columns.ts';
