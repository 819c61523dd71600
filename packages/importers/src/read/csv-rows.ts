import { Readable } from 'node:stream';
import { createRecord, ReportcardError, type TextRecord } from '@reportcard/report-schema';
import { type CsvError, parse } from 'csv-parse';
import type { RepairLog } from '../importer.ts';
import type { CsvDialect } from './csv-dialect.ts';
import { type HeaderPlan, planHeader } from './header-plan.ts';

/** One row of a table: its cells by column name, without a prototype. Texts in CSV, typed values elsewhere. */
export interface Row {
  /** Line its last cell ends on, or row number of a workbook, from 1. */
  readonly line: number;
  readonly cells: TextRecord<unknown>;
}

export interface CsvRowOptions {
  readonly file: string;
  readonly dialect: CsvDialect;
  readonly repairs: RepairLog;
  /** Takes quotes inside unquoted cells literally. */
  readonly relaxed: boolean;
}

interface ParsedRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function toError(error: unknown, file: string): unknown {
  const { code, lines, message } = error as CsvError & { lines?: number };
  if (typeof code !== 'string' || !code.startsWith('CSV_')) return error;
  const open = code === 'CSV_QUOTE_NOT_CLOSED';
  return new ReportcardError({
    code: 'data',
    file,
    line: lines,
    message: open ? 'a quoted cell is never closed: the file may be cut off' : `the CSV cannot be read: ${message}`,
    hint: open ? 'look for a lone quotation mark before this line' : 'save it again as CSV UTF-8',
    cause: error,
  });
}

/** True for the faults of quoting that relaxed reading forgives. */
export function isQuoteFault(error: unknown): boolean {
  const cause = error instanceof ReportcardError ? error.cause : error;
  const code = (cause as Partial<CsvError> | undefined)?.code;
  return code === 'INVALID_OPENING_QUOTE' || code === 'CSV_INVALID_CLOSING_QUOTE';
}

async function* readRecords(chunks: AsyncIterable<string>, options: CsvRowOptions): AsyncGenerator<ParsedRecord> {
  const { dialect, file } = options;
  const parser = parse({
    delimiter: dialect.delimiter,
    record_delimiter: [...dialect.recordDelimiter],
    from_line: 1 + dialect.skippedLines,
    relax_quotes: options.relaxed,
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: 128 * 1024 * 1024,
  });
  const source = Readable.from(chunks, { objectMode: true });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const parsed of parser) yield parsed as ParsedRecord;
  } catch (error) {
    throw toError(error, file);
  } finally {
    source.destroy();
    parser.destroy();
  }
}

function shiftedRow(file: string, line: number, cells: number, columns: number): ReportcardError {
  return new ReportcardError({
    code: 'data',
    file,
    line,
    message: `the row has ${cells} cells and the header ${columns}: a text may hold the delimiter without quotes`,
    expected: `${columns} cells`,
    hint: 'quote the text, or export the file again',
  });
}

/** Blanks after a closing quotation mark make relaxed reading keep the marks: they are taken off. Marks that belong to the text have none after them. */
function unquote(cell: string, relaxed: boolean): string {
  return relaxed ? (/^"([\s\S]*)"[ \t]+$/.exec(cell)?.[1] ?? cell) : cell;
}

function toRow(plan: HeaderPlan, record: readonly string[], line: number, options: CsvRowOptions): Row {
  const { repairs, file } = options;
  const extra = record.slice(plan.names.length);
  if (extra.some((cell) => cell.trim() !== '')) throw shiftedRow(file, line, record.length, plan.names.length);
  if (record.length < plan.names.length)
    repairs.add('short_row', 'rows with fewer cells than the header were filled with blanks');
  const cells = createRecord<unknown>();
  for (const [index, name] of plan.names.entries())
    if (name !== null) cells[name] = unquote(record[index] ?? '', options.relaxed);
  return { line, cells };
}

/** Streams the rows of a CSV text, header taken off. Cells are texts. Throws `data` errors with the line. */
export async function* readCsvRows(chunks: AsyncIterable<string>, options: CsvRowOptions): AsyncGenerator<Row> {
  let header: readonly string[] | undefined;
  let plan: HeaderPlan | undefined;
  for await (const { record, info } of readRecords(chunks, options)) {
    if (header === undefined) {
      header = record;
      continue;
    }
    plan ??= planHeader(header, record, options.repairs);
    if (record.every((cell) => cell.trim() === '')) {
      options.repairs.add('blank_row', 'rows without any text were left out');
      continue;
    }
    yield toRow(plan, record, info.lines, options);
  }
}
