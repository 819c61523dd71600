import { ReportcardError } from '@reportcard/report-schema';
import type { CellValue, ColumnDef } from 'hucre/xlsx';
import { CELL_GUARDS } from './cell-guards.ts';
import type { SheetDocument } from './create-sheet.ts';
import { type ColumnKind, KEY_COLUMNS, type SheetCell } from './sheet-columns.ts';

/** Most characters a cell of a workbook can hold. */
const MAX_CELL_LENGTH = 32_767;
const SHEET_NAME = 'per_sample';
/** Literal text that a workbook would take for an escaped character; the escape of its underscore keeps it. */
const ESCAPE_LIKE = /_x[0-9a-f]{4}_/gi;

function escapeText(text: string): string {
  return text.replace(ESCAPE_LIKE, '_x005F$&');
}

/** A person's cell that is written exactly as a number prints becomes a number again, so that they can compute with it. */
function isNumberText(text: string): boolean {
  return text !== '' && Number.isFinite(Number(text)) && String(Number(text)) === text;
}

function formatCell(cell: SheetCell, kind: ColumnKind, name: string, row: number): CellValue {
  if (typeof cell !== 'string') return cell;
  if ((kind === 'manual' || kind === 'extra' || kind === 'value') && isNumberText(cell)) return Number(cell);
  const text = escapeText(CELL_GUARDS[kind].guard(cell));
  if (text.length <= MAX_CELL_LENGTH) return text;
  const isKey = KEY_COLUMNS.some((key) => key === name);
  if (kind === 'text' && !isKey) return `${text.slice(0, MAX_CELL_LENGTH - 8)}…`;
  throw new ReportcardError({
    code: 'data',
    path: `record ${row}, ${name}`,
    message: `the text is too long for a cell of a workbook`,
    expected: `at most ${MAX_CELL_LENGTH} characters`,
    got: `${text.length}`,
    hint: 'shorten it, or use the CSV sheet',
  });
}

const WIDTHS: Readonly<Record<ColumnKind, number>> = { text: 24, value: 12, manual: 14, remark: 20, extra: 16 };

function describeColumn(kind: ColumnKind): ColumnDef {
  const isText = kind === 'text' || kind === 'remark';
  return { width: WIDTHS[kind], ...(isText ? { numFmt: '@' } : {}) };
}

/** How a workbook is written. */
export interface FormatXlsxOptions {
  /** The time the workbook says it was made; a fixed one by default, so that equal sheets give equal bytes. */
  readonly created?: Date | undefined;
}

/**
 * A sheet as an XLSX workbook: the same cells and guards as the CSV, numbers as numbers, text columns formatted as text,
 * header and id frozen. Longer texts of ours than a cell can hold are cut with `…`; a person's are a `data` error.
 */
export async function formatXlsx(
  document: SheetDocument,
  { created = new Date(0) }: FormatXlsxOptions = {},
): Promise<Uint8Array> {
  const { writeXlsx } = await import('hucre/xlsx');
  const header = document.columns.map((name) => escapeText(CELL_GUARDS.extra.guard(name)));
  const rows: CellValue[][] = [header];
  for (const row of document.rows) {
    const record = rows.length;
    rows.push(
      document.kinds.map((kind, index) => formatCell(row[index] ?? null, kind, document.columns[index] ?? '', record)),
    );
  }
  const columns = document.kinds.map(describeColumn);
  return writeXlsx({
    sheets: [{ name: SHEET_NAME, columns, rows, freezePane: { rows: 1, columns: 1 } }],
    properties: { created, modified: created },
  });
}
