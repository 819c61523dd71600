import { Readable } from 'node:stream';
import { ReportcardError } from '@reportcard/report-schema';
import { type CsvError, parse } from 'csv-parse';
import type { SourceFile } from './source-file.ts';

/** A row of a separated text file: cells by column name, and its line. */
export interface TableRow {
  readonly line: number;
  readonly cells: ReadonlyMap<string, string>;
}

interface ParsedRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function checkHeader(header: readonly string[], columns: readonly string[], file: string): void {
  if (columns.every((name) => header.includes(name))) return;
  throw new ReportcardError({
    code: 'data',
    file,
    line: 1,
    message: 'the file has other columns than the benchmark publishes',
    expected: columns.join(' | '),
    got: header.join(' | ').slice(0, 200),
    hint: 'use the published file',
  });
}

/**
 * Streams the rows of a text file separated by `|` or tabs. Rows end with LF or CRLF only: a lone CR is text. Throws
 * `data` errors for another header and for rows with another number of cells.
 */
export async function* readTableRows(
  file: SourceFile,
  options: { readonly delimiter: '|' | '\t'; readonly columns: readonly string[] },
): AsyncGenerator<TableRow> {
  const parser = parse({
    delimiter: options.delimiter,
    record_delimiter: ['\n', '\r\n'],
    bom: true,
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
    relax_quotes: true,
  });
  const source = Readable.from(file.open());
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let header: readonly string[] | undefined;
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRecord>) {
      if (header === undefined) {
        header = record.map((name) => name.trim());
        checkHeader(header, options.columns, file.name);
        continue;
      }
      if (record.length !== header.length) throw wrongWidth(file.name, info.lines, record.length, header.length);
      yield { line: info.lines, cells: new Map(header.map((name, index) => [name, record[index] ?? ''] as const)) };
    }
  } catch (error) {
    if (error instanceof ReportcardError || !String((error as CsvError).code ?? '').startsWith('CSV_')) throw error;
    throw new ReportcardError({
      code: 'data',
      file: file.name,
      message: `the file cannot be read: ${(error as Error).message}`,
      hint: 'use the published file',
      cause: error,
    });
  } finally {
    source.destroy();
    parser.destroy();
  }
}

function wrongWidth(file: string, line: number, got: number, expected: number): ReportcardError {
  return new ReportcardError({
    code: 'data',
    file,
    line,
    message: `the row has ${got} cells`,
    expected: `${expected} cells`,
    hint: 'use the published file',
  });
}
