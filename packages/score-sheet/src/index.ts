export * from './create-sheet.ts';
export * from './edit-sheet.ts';
export * from './format-csv.ts';
export * from './format-xlsx.ts';
export { guardText, unguardText } from './guard.ts';
export * from './match-rows.ts';
export {
  isBlankCell,
  MANUAL_CELL_FORMS,
  type ManualCell,
  type ManualCellOptions,
  type NumberDialect,
  parseManualCell,
  parseNumberCell,
} from './parse-manual-cell.ts';
export * from './read-sheet.ts';
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
