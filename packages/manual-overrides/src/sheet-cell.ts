import type { Problem, SheetRow, SheetState } from '@reportcard/report-schema';

/** The letters of a spreadsheet column from its position, from 0: A … Z, AA … */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26) - 1;
  return (rest < 0 ? '' : columnLetters(rest)) + String.fromCharCode(65 + (index % 26));
}

/** The reference of a cell as a spreadsheet shows it: the header is row 1. */
export function cellReference(sheet: SheetState, row: SheetRow, column: string): string {
  const index = sheet.columns.indexOf(column);
  return index < 0 ? `row ${row.record + 1}` : `${columnLetters(index)}${row.record + 1}`;
}

/** File name and cell: `per_sample.csv!F12`. */
export function cellSource(sheet: SheetState, row: SheetRow, column: string): string {
  const file = sheet.path.slice(sheet.path.lastIndexOf('/') + 1);
  return `${file}!${cellReference(sheet, row, column)}`;
}

/** A problem at a cell: names file, record, id, column and cell. */
export function cellProblem(
  sheet: SheetState,
  row: SheetRow,
  column: string,
  problem: Omit<Problem, 'file' | 'path' | 'line'>,
): Problem {
  const id = (row.cells['query_id'] ?? '').trim();
  const place = `record ${row.record}, ${id === '' ? 'no id' : id}, ${column} (${cellReference(sheet, row, column)})`;
  return { ...problem, file: sheet.path, path: place };
}

const HASH = /^[0-9a-f]{16}$/;

/** The 16 hex digits a row carries in a hash column; null where there is nothing of that form. */
export function rowHash(row: SheetRow, column: 'inputs_sha256' | 'scores_sha256'): string | null {
  const text = (row.cells[column] ?? '').trim().toLowerCase();
  return HASH.test(text) ? text : null;
}
