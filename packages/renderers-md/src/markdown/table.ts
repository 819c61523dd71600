import { escapeCell } from '@reportcard/renderer-kit';

export interface Column {
  /** Plain text; escaped when the table is written. */
  readonly title: string;
  readonly align: 'left' | 'right' | 'center';
}

/** A GFM table. Cells are finished Markdown; every row has as many cells as there are columns. */
export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
}

const RULES = { left: ':--', right: '--:', center: ':-:' } as const;

/** Columns out of titles, aligned by one letter a column: `l`, `r`, `c`. */
export function createColumns(alignment: string, titles: readonly string[]): readonly Column[] {
  const names = { l: 'left', r: 'right', c: 'center' } as const;
  return titles.map((title, index) => ({ title, align: names[alignment.charAt(index) as 'l' | 'r' | 'c'] ?? 'left' }));
}

/** Writes a table: head, rule and one line a row; a missing cell is written empty. */
export function formatTable({ columns, rows }: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const head = line(columns.map((column) => escapeCell(column.title)));
  const rule = `|${columns.map((column) => RULES[column.align]).join('|')}|`;
  return [head, rule, ...rows.map((row) => line(columns.map((_, index) => row[index] ?? '')))].join('\n');
}
