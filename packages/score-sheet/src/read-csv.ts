import { ReportcardError } from '@reportcard/report-schema';
import { splitPlainCsv } from './split-csv.ts';

/** The cells of a file as text, header first, before anything is known of their meaning. */
export interface RawSheet {
  readonly rows: readonly (readonly string[])[];
  readonly delimiter: string;
}

const DELIMITERS = [',', ';', '\t'] as const;
const SEPARATOR_LINE = /^"?sep=(?<delimiter>[,;\t])"?(?:\r\n|\n|\r)/;

/** The first record of a CSV text with its line end, quotes respected. */
function firstRecord(text: string): { readonly header: string; readonly lineEnd: string } {
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') quoted = !quoted;
    if (quoted || (character !== '\r' && character !== '\n')) continue;
    const lineEnd = text.startsWith('\r\n', index) ? '\r\n' : character;
    return { header: text.slice(0, index), lineEnd };
  }
  return { header: text, lineEnd: '\n' };
}

function fieldsOf(header: string, delimiter: string): string[] {
  return header.split(delimiter).map((field) =>
    field
      .trim()
      .replace(/^"(.*)"$/s, '$1')
      .trim(),
  );
}

/** The delimiter that makes the id column a field of the header and gives the most fields; a comma when none does. */
function detectDelimiter(header: string, idColumns: readonly string[]): string {
  let best = { delimiter: ',', fields: 0 };
  for (const delimiter of DELIMITERS) {
    const fields = fieldsOf(header, delimiter);
    if (idColumns.some((name) => fields.includes(name)) && fields.length > best.fields)
      best = { delimiter, fields: fields.length };
  }
  return best.delimiter;
}

/** A row with more cells than the header has an unquoted delimiter in a text: every cell behind it would be misread. */
function checkWidths(rows: readonly (readonly string[])[], path: string): void {
  const width = rows[0]?.length ?? 0;
  const problems = rows.flatMap((row, record) =>
    row.slice(width).every((cell) => cell.trim() === '')
      ? []
      : [
          {
            file: path,
            path: `record ${record}`,
            message: 'the row has more cells than the header',
            expected: `${width} cells`,
            got: `${row.length}`,
            hint: 'put the text that holds a delimiter into double quotes',
          },
        ],
  );
  if (problems.length > 0) throw ReportcardError.fromProblems('data', problems);
}

/**
 * Splits what {@link splitPlainCsv} leaves to a strict parser, which is loaded only then. `skipped`: lines of the file
 * before the text. Throws a `data` error with the line.
 */
async function parseStrictly(
  text: string,
  { delimiter, lineEnd, path, skipped }: { delimiter: string; lineEnd: string; path: string; skipped: number },
): Promise<string[][]> {
  const { CsvError, parse } = await import('csv-parse/sync');
  try {
    return parse(text, {
      delimiter,
      record_delimiter: lineEnd === '\r' ? ['\r'] : ['\r\n', '\n'],
      relax_column_count: true,
      skip_empty_lines: false,
    });
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const line: unknown = Reflect.get(cause, 'lines');
    throw new ReportcardError({
      code: 'data',
      file: path,
      line: typeof line === 'number' ? line + skipped : undefined,
      message: 'the file is no well-formed CSV',
      got: cause.message,
      hint: 'open it in an editor at that line; a quote inside a quoted cell is written twice',
      cause,
    });
  }
}

/**
 * Splits CSV text into cells: comma, semicolon or tab, whichever the header is written with; CRLF or LF, or lone CR where
 * the header ends with one; CR and LF inside quotes stay. `idColumns` are the names the id goes by. Broken quotes are a
 * `data` error with the line.
 */
export async function readCsv(
  text: string,
  path: string,
  idColumns: readonly string[] = ['query_id'],
): Promise<RawSheet> {
  const separator = SEPARATOR_LINE.exec(text);
  const body = separator === null ? text : text.slice(separator[0].length);
  const { header, lineEnd } = firstRecord(body);
  const delimiter = separator?.groups?.['delimiter'] ?? detectDelimiter(header, idColumns);
  const plain = lineEnd === '\r' ? undefined : splitPlainCsv(body, delimiter);
  const skipped = separator === null ? 0 : 1;
  const rows = plain ?? (await parseStrictly(body, { delimiter, lineEnd, path, skipped }));
  checkWidths(rows, path);
  return { rows, delimiter };
}
