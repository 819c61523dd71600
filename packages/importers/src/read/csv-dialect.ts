import { type CsvError, parse } from 'csv-parse/sync';

/** How a CSV file is written. */
export interface CsvDialect {
  readonly delimiter: ',' | ';' | '\t' | '|';
  /** Row ends: LF and CRLF, or lone CR where the file has nothing else. */
  readonly recordDelimiter: readonly string[];
  /** Lines before the header that say `sep=;`. */
  readonly skippedLines: 0 | 1;
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
const PROBED_ROWS = 40;

interface Probe {
  readonly delimiter: CsvDialect['delimiter'];
  readonly columns: number;
  /** Share of the probed rows that have as many cells as the first. */
  readonly even: number;
  readonly known: number;
}

/** Reads the first rows; a last one that the head cuts off does not count. */
function probe(
  head: string,
  delimiter: CsvDialect['delimiter'],
  recordDelimiter: readonly string[],
  isKnown: (name: string) => boolean,
): Probe {
  const rows: string[][] = [];
  try {
    parse(head, {
      delimiter,
      record_delimiter: [...recordDelimiter],
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      to: PROBED_ROWS,
      on_record: (row: string[]) => {
        rows.push(row);
        return null;
      },
    });
  } catch (error) {
    const code = (error as CsvError).code;
    if (typeof code !== 'string' || !code.startsWith('CSV_')) throw error;
  }
  const [header = [], ...body] = rows;
  const compared = body.slice(0, Math.max(1, body.length - 1));
  const even = compared.filter((row) => row.length === header.length).length / Math.max(1, compared.length);
  const known = header.filter((name) => isKnown(name.trim())).length;
  return { delimiter, columns: header.length, even: compared.length === 0 ? 1 : even, known };
}

/**
 * Finds delimiter and row ends from the beginning of a file: the delimiter that gives the most column names we know, then
 * the most even rows, then the most columns; a comma where nothing tells.
 */
export function detectCsvDialect(head: string, isKnown: (name: string) => boolean): CsvDialect {
  const declared = /^sep=([,;\t|])\r?\n/.exec(head);
  const recordDelimiter = /\n/.test(head) || !head.includes('\r') ? ['\n', '\r\n'] : ['\r'];
  if (declared?.[1] !== undefined)
    return { delimiter: declared[1] as CsvDialect['delimiter'], recordDelimiter, skippedLines: 1 };
  const probes = DELIMITERS.map((delimiter) => probe(head, delimiter, recordDelimiter, isKnown));
  probes.sort(
    (a, b) =>
      b.known - a.known || Number(b.columns > 1) - Number(a.columns > 1) || b.even - a.even || b.columns - a.columns,
  );
  return { delimiter: probes[0]?.delimiter ?? ',', recordDelimiter, skippedLines: 0 };
}
