import { CELL_GUARDS } from './cell-guards.ts';
import type { SheetDocument } from './create-sheet.ts';
import type { SheetCell } from './sheet-columns.ts';

const BOM = '\uFEFF';
const LINE_END = '\r\n';
const CHUNK_LENGTH = 64 * 1024;
const NEEDS_QUOTES = /[",\r\n]/;

function quoteField(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats the cells of one column; neighbours that are equal, as ids of a slice often are, are worked out once. */
function createCellFormat(guard: (text: string) => string): (cell: SheetCell) => string {
  let previous = '';
  let formatted = '';
  return (cell) => {
    if (cell === null) return '';
    if (typeof cell !== 'string') return String(cell);
    if (cell !== previous) {
      previous = cell;
      formatted = quoteField(guard(cell));
    }
    return formatted;
  };
}

/**
 * A sheet as CSV text in chunks of about 64 KiB: UTF-8 with BOM, CRLF, RFC 4180. Text cells are guarded, numbers are
 * written in full precision and never guarded.
 */
export function* formatCsv(document: SheetDocument): Generator<string> {
  let chunk = BOM + document.columns.map((name) => quoteField(CELL_GUARDS.extra.guard(name))).join(',') + LINE_END;
  const formats = document.kinds.map((kind) => createCellFormat(CELL_GUARDS[kind].guard));
  for (const row of document.rows) {
    let line = formats[0]?.(row[0] ?? null) ?? '';
    for (let index = 1; index < formats.length; index += 1) line += `,${formats[index]?.(row[index] ?? null)}`;
    chunk += line + LINE_END;
    if (chunk.length >= CHUNK_LENGTH) {
      yield chunk;
      chunk = '';
    }
  }
  if (chunk !== '') yield chunk;
}
