import { ReportcardError } from '@reportcard/report-schema';
import type { CellValue, Workbook } from 'hucre/xlsx';

function cellText(value: CellValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '#VALUE!' : value.toISOString();
  return typeof value === 'boolean' ? String(value).toUpperCase() : String(value);
}

function unreadable(path: string, cause: unknown): ReportcardError {
  return new ReportcardError({
    code: 'data',
    file: path,
    message: 'the workbook cannot be read',
    expected: 'an .xlsx workbook without a password',
    got: cause instanceof Error ? cause.message : undefined,
    hint: 'save it again as “Excel Workbook (.xlsx)” or as CSV UTF-8',
    cause,
  });
}

/**
 * The cells of the first worksheet that has a column `query_id`, else of the first one; rows by their number in the
 * workbook, so that cell references stay right. Numbers in full precision, whatever their format shows.
 */
export async function readXlsxRows(bytes: Uint8Array, path: string): Promise<readonly (readonly string[])[]> {
  const { readXlsx } = await import('hucre/xlsx');
  const workbook: Workbook = await readXlsx(bytes).catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
  const sheets = workbook.sheets.map((sheet) => sheet.rows.map((row) => Array.from(row, cellText)));
  return sheets.find((rows) => rows[0]?.some((name) => name.trim() === 'query_id')) ?? sheets[0] ?? [];
}
