import { createRecord, ReportcardError, type TextRecord } from '@reportcard/report-schema';
import type { CellValue, Workbook } from 'hucre/xlsx';
import { type ImportFile, type RepairLog, readBytes } from '../importer.ts';
import type { Row } from './csv-rows.ts';
import { planHeader } from './header-plan.ts';

/** A workbook is read as a whole. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The rows of a worksheet with their numbers. */
export interface SheetRows {
  readonly header: readonly string[];
  readonly rows: readonly { readonly line: number; readonly values: readonly unknown[] }[];
  /** Names of the other worksheets that hold something. */
  readonly others: readonly string[];
}

function toValue(value: CellValue | undefined): unknown {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
  return value;
}

async function loadWorkbook(file: ImportFile): Promise<Workbook> {
  const bytes = await readBytes(file, MAX_BYTES);
  const { readXlsx } = await import('hucre/xlsx');
  try {
    return await readXlsx(bytes);
  } catch (cause) {
    throw new ReportcardError({
      code: 'data',
      file: file.name,
      message: 'the workbook cannot be read',
      expected: 'an .xlsx workbook without a password',
      got: cause instanceof Error ? cause.message : undefined,
      hint: 'save it again as “Excel Workbook (.xlsx)” or as CSV UTF-8',
      cause,
    });
  }
}

function filledRows(sheet: Workbook['sheets'][number]): { line: number; values: unknown[] }[] {
  return sheet.rows
    .map((row, index) => ({ line: index + 1, values: Array.from(row, toValue) }))
    .filter(({ values }) => values.some((value) => String(value).trim() !== ''));
}

/** The first worksheet of a workbook that holds more than a header, with its rows as values. Throws a `data` error without one. */
export async function loadSheet(file: ImportFile): Promise<SheetRows> {
  const { sheets } = await loadWorkbook(file);
  const filled = sheets.map((sheet) => ({ name: sheet.name, rows: filledRows(sheet) }));
  const chosen = filled.find(({ rows }) => rows.length > 1);
  const [header, ...rows] = chosen?.rows ?? [];
  if (header !== undefined) {
    const others = filled.filter((sheet) => sheet !== chosen && sheet.rows.length > 0).map(({ name }) => name);
    return { header: header.values.map(String), rows, others };
  }
  throw new ReportcardError({
    code: 'data',
    file: file.name,
    message: 'no worksheet holds a header and a row',
    hint: 'put the column names into the first row',
  });
}

/** The rows of a worksheet by column name. */
export function* readSheetRows(sheet: SheetRows, repairs: RepairLog): Generator<Row> {
  repairs.add(
    'other_sheets',
    `only the first worksheet with rows was read; others were left out: ${sheet.others.map((name) => JSON.stringify(name)).join(', ')}`,
    sheet.others.length,
  );
  const plan = planHeader(sheet.header, sheet.rows[0]?.values ?? [], repairs);
  for (const { line, values } of sheet.rows) {
    const cells: TextRecord<unknown> = createRecord();
    for (const [index, name] of plan.names.entries()) if (name !== null) cells[name] = values[index] ?? '';
    yield { line, cells };
  }
}
