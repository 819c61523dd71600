import {
  createRecord,
  nearestName,
  ReportcardError,
  recordMaker,
  type SheetRow,
  type SheetState,
  type TextRecord,
} from '@reportcard/report-schema';
import { CELL_GUARDS } from './cell-guards.ts';
import { columnKind } from './sheet-columns.ts';

/** A column named once by the header: its position in the file and the name it goes by. */
interface NamedColumn {
  readonly index: number;
  readonly name: string;
}

/**
 * Names the columns of a file. A column of ours that stands twice is a `data` error; a nameless or doubled column of the
 * user's own gets a number, a nameless one without content is left out.
 */
function nameColumns(rows: readonly (readonly string[])[], path: string): NamedColumn[] {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const header = rows[0] ?? [];
  const taken = new Set<string>(header.map((name) => name.trim()).filter((name) => name !== ''));
  const seen = new Set<string>();
  const columns: NamedColumn[] = [];
  for (let index = 0; index < width; index += 1) {
    const plain = CELL_GUARDS.extra.unguard((header[index] ?? '').trim());
    if (plain === '' && rows.every((row) => (row[index] ?? '').trim() === '')) continue;
    if (seen.has(plain) && columnKind(plain) !== 'extra') throw doubledColumn(plain, path);
    const name = plain === '' || seen.has(plain) ? freeName(plain || `column_${index + 1}`, taken) : plain;
    taken.add(name);
    seen.add(name);
    columns.push({ index, name });
  }
  return columns;
}

function freeName(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base;
  let number = 2;
  while (taken.has(`${base}_${number}`)) number += 1;
  return `${base}_${number}`;
}

function doubledColumn(name: string, path: string): ReportcardError {
  return new ReportcardError({
    code: 'data',
    file: path,
    path: name,
    message: `the column ${name} stands twice`,
    expected: 'each column once',
    hint: 'delete or rename one of them',
  });
}

function checkHeader(names: readonly string[], path: string): void {
  if (names.includes('query_id')) return;
  const near = nearestName('query_id', names);
  throw new ReportcardError({
    code: 'data',
    file: path,
    path: 'query_id',
    message: names.length === 0 ? 'the sheet is empty' : 'the sheet has no column query_id',
    expected: 'a header row with query_id, as in the per_sample.csv that report writes',
    got: names.length === 0 ? 'nothing' : names.slice(0, 6).join(', '),
    hint: near === undefined ? 'the first row must be the header' : `rename ${near} to query_id`,
  });
}

/** A semicolon file has decimal commas; a tab file where it shows them and no decimal point. */
function findDecimalComma(rows: readonly SheetRow[], columns: readonly string[], delimiter: string): boolean {
  if (delimiter === ';') return true;
  if (delimiter !== '\t') return false;
  const numbers = columns.filter((name) => columnKind(name) !== 'text' && columnKind(name) !== 'remark');
  const shows = (form: RegExp): boolean =>
    rows.some((row) => numbers.some((name) => form.test((row.cells[name] ?? '').trim())));
  return shows(/^\d+,\d+$/) && !shows(/^\d+\.\d+$/);
}

/** From here on the memory of rows counts, below it the time to make them. */
const MANY_ROWS = 10_000;

/**
 * Turns the cells of a file into a sheet: names columns, drops empty rows, removes guards. A cell that a short CSV row
 * does not have is missing from the row's cells: it is not blank. Throws `data` errors.
 */
export function buildSheetState(
  rawRows: readonly (readonly string[])[],
  source: Pick<SheetState, 'path' | 'format'> & { encoding: string; delimiter: string; guessed: boolean },
): SheetState {
  const { path, format, encoding, delimiter, guessed } = source;
  const named = nameColumns(rawRows, path);
  const columns = named.map((column) => column.name);
  checkHeader(columns, path);
  const guards = named.map(({ name }) => CELL_GUARDS[columnKind(name)]);
  const isLarge = rawRows.length > MANY_ROWS;
  const makeCells = isLarge ? recordMaker<string>(columns) : createRecord<string | null>;
  const width = Math.max(...named.map(({ index }) => index)) + 1;
  const rows: SheetRow[] = [];
  for (const [record, raw] of rawRows.entries()) {
    if (record === 0 || raw.every((cell) => cell.trim() === '')) continue;
    const cells = raw.length < width ? createRecord<string | null>() : makeCells();
    for (const [column, { index, name }] of named.entries()) {
      if (format === 'csv' && index >= raw.length) continue;
      const text = raw[index] ?? '';
      cells[name] = text === '' ? '' : (guards[column] ?? CELL_GUARDS.extra).unguard(text);
    }
    rows.push({ record, cells: cells as TextRecord<string> });
  }
  const decimalComma = findDecimalComma(rows, columns, delimiter);
  return { path, columns, rows, format, dialect: { encoding, delimiter, decimal_comma: decimalComma, guessed } };
}
