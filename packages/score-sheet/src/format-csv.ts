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

function formatCell(cell: SheetCell, guard: (text: string) => string): string {
  if (cell === null) return '';
  return typeof cell === 'string' ? quoteField(guard(cell)) : String(cell);
}

/**
 * A sheet as CSV text in chunks of about 64 KiB: UTF-8 with BOM, CRLF, RFC 4180. Text cells are guarded, numbers are
 * written in full precision and never guarded.
 */
export function* formatCsv(document: SheetDocument): Generator<string> {
  let chunk = BOM + document.columns.map((name) => quoteField(CELL_GUARDS.extra.guard(name))).join(',') + LINE_END;
  const guards = document.kinds.map((kind) => CELL_GUARDS[kind].guard);
  for (const row of document.rows) {
    let line = '';
    for (const [index, guard] of guards.entries()) {
      if (index > 0) line += ',';
      line += formatCell(row[index] ?? null, guard);
    }
    chunk += line + LINE_END;
    if (chunk.length >= CHUNK_LENGTH) {
      yield chunk;
      chunk = '';
    }
  }
  if (chunk !== '') yield chunk;
}
