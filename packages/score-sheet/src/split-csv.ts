/** Where a field ends and what stands behind it. */
interface QuotedField {
  readonly value: string;
  /** Position behind the closing quote. */
  readonly end: number;
}

/** Reads a quoted field from its opening quote on; undefined where it is never closed. */
function readQuoted(text: string, start: number): QuotedField | undefined {
  let end = text.indexOf('"', start + 1);
  let isDoubled = false;
  while (end >= 0 && text[end + 1] === '"') {
    isDoubled = true;
    end = text.indexOf('"', end + 2);
  }
  if (end < 0) return undefined;
  const value = text.slice(start + 1, end);
  return { value: isDoubled ? value.replaceAll('""', '"') : value, end: end + 1 };
}

/** The end of a line's content: without the CR of a CRLF. */
function contentEnd(text: string, start: number, lineFeed: number): number {
  return lineFeed > start && text[lineFeed - 1] === '\r' ? lineFeed - 1 : lineFeed;
}

/**
 * Splits CSV whose every field is plain: quotes only around whole fields, lines that end with LF or CRLF and are not empty.
 * Undefined for any other text, about which the strict parser has the last word: what is split here it splits the same.
 */
export function splitPlainCsv(text: string, delimiter: string): string[][] | undefined {
  if (text === '' || /\r(?!\n)/.test(text)) return undefined;
  const rows: string[][] = [];
  // the next quote is looked for once: most rows have none
  let quote = text.indexOf('"');
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf('\n', at);
    const lineFeed = found < 0 ? text.length : found;
    const end = contentEnd(text, at, lineFeed);
    if (end === at) return undefined;
    if (quote >= 0 && quote < at) quote = text.indexOf('"', at);
    if (quote < 0 || quote > end) {
      rows.push(text.slice(at, end).split(delimiter));
      at = lineFeed + 1;
      continue;
    }
    const row: string[] = [];
    const next = splitQuotedRow(text, at, delimiter, row);
    if (next === undefined) return undefined;
    rows.push(row);
    at = next;
  }
  return rows;
}

/** Adds the fields of a record with quotes to `row` and gives the start of the next record; undefined where it is not plain. */
function splitQuotedRow(text: string, start: number, delimiter: string, row: string[]): number | undefined {
  for (let at = start; ; ) {
    if (text[at] === '"') {
      const field = readQuoted(text, at);
      if (field === undefined) return undefined;
      row.push(field.value);
      at = field.end;
    } else {
      const stop = nextStop(text, at, delimiter);
      const value = text.slice(at, stop);
      if (value.includes('"')) return undefined;
      row.push(value);
      at = stop;
    }
    if (text.startsWith(delimiter, at)) at += delimiter.length;
    else if (at === text.length) return at;
    else if (text[at] === '\n') return at + 1;
    else if (text.startsWith('\r\n', at)) return at + 2;
    else return undefined;
  }
}

/** The position of the next delimiter or line end. */
function nextStop(text: string, start: number, delimiter: string): number {
  let at = start;
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}
