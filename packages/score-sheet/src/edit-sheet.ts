import { createRecord, ReportcardError, type SheetRow, type SheetState } from '@reportcard/report-schema';
import type { SheetDocument } from './create-sheet.ts';
import { parseManualColumn, type SheetCell } from './sheet-columns.ts';

function cellText(cell: SheetCell | undefined): string {
  return cell === null || cell === undefined ? '' : String(cell);
}

/** The state a sheet would have when written and read back; what editing starts from where no sheet is there yet. */
export function toSheetState(document: SheetDocument, path: string): SheetState {
  const { columns } = document;
  const rows: SheetRow[] = [];
  for (const cells of document.rows) {
    const entries = columns.map((name, index): [string, string] => [name, cellText(cells[index])]);
    rows.push({ record: rows.length + 1, cells: createRecord(entries) });
  }
  const dialect = { encoding: 'utf-8', delimiter: ',', decimal_comma: false, guessed: false };
  return { path, columns, rows, format: 'csv', dialect };
}

/** One cell to set. */
export interface SheetEdit {
  /** Record number of the row in the sheet that is edited. */
  readonly record: number;
  readonly column: string;
  /** The text as a person would type it; empty clears the cell. */
  readonly text: string;
}

function placeOf(column: string, columns: readonly string[]): number {
  const parsed = parseManualColumn(column);
  if (parsed === null) return columns.length;
  const place = parsed.role === 'manual' ? columns.indexOf(parsed.metric) + 1 : columns.indexOf('response_preview');
  return place > 0 ? place : columns.length;
}

/**
 * A copy of a sheet with some cells set. A column the sheet lacks is added where the format has it: a manual one beside its
 * metric, one of an audit before the preview, any other at the end. Throws a `data` error for a record the sheet does not have.
 */
export function editSheet(sheet: SheetState, edits: Iterable<SheetEdit>): SheetState {
  const byRecord = new Map<number, SheetEdit[]>();
  const columns = [...sheet.columns];
  for (const edit of edits) {
    const own = byRecord.get(edit.record);
    if (own === undefined) byRecord.set(edit.record, [edit]);
    else own.push(edit);
    if (!columns.includes(edit.column)) columns.splice(placeOf(edit.column, columns), 0, edit.column);
  }
  const rows = sheet.rows.map((row) => {
    const own = byRecord.get(row.record);
    if (own === undefined) return row;
    byRecord.delete(row.record);
    const changed = own.map(({ column, text }): [string, string] => [column, text]);
    return { record: row.record, cells: createRecord([...Object.entries(row.cells), ...changed]) };
  });
  for (const record of byRecord.keys()) {
    throw new ReportcardError({
      code: 'data',
      file: sheet.path,
      path: `record ${record}`,
      message: 'the sheet has no such record',
      expected: `a record from 1 to ${sheet.rows.length}`,
    });
  }
  return { ...sheet, columns, rows };
}
