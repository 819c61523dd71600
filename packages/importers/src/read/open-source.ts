import { createRecord, ReportcardError, type TextRecord } from '@reportcard/report-schema';
import { type ImportFile, RepairLog } from '../importer.ts';
import { isKnownColumn } from '../values/column-names.ts';
import { isObject } from '../values/is-object.ts';
import { detectCsvDialect } from './csv-dialect.ts';
import { isQuoteFault, type Row, readCsvRows } from './csv-rows.ts';
import { decodeStream, readHead } from './decode-stream.ts';
import { type DetectedEncoding, detectEncoding, tellEncoding } from './detect-encoding.ts';
import { findForeignBytes } from './foreign-content.ts';
import { readFrameRows, unwrapRow } from './frame-rows.ts';
import { type JsonElement, type JsonElementOptions, readJsonElements } from './json-elements.ts';
import { readLooseJsonLines } from './json-lines.ts';
import { type JsonOutline, readJsonOutline } from './json-outline.ts';
import { parseLooseJson } from './loose-json.ts';
import { readParquetRows } from './parquet-rows.ts';
import { loadSheet, readSheetRows } from './xlsx-rows.ts';

/** A file whose form is known: what an importer sniffs at and reads from. */
export interface Source {
  readonly name: string;
  readonly kind: 'csv' | 'json' | 'jsonl' | 'xlsx' | 'parquet';
  /** Column names of a table, or keys of the first row; empty where there are no rows. */
  readonly columns: readonly string[];
  /** The first row; null where there is none in sight. */
  readonly first: TextRecord<unknown> | null;
  /** Keys of a JSON document that is an object. */
  readonly keys: readonly string[];
  /** True where numbers may be written with a comma. */
  readonly decimalComma: boolean;
  /** All rows, from the beginning. A JSON document without them is handed over at the end. */
  rows(repairs: RepairLog, onEnvelope?: (document: unknown) => void): AsyncIterable<Row>;
  /** True when a fault was of a kind that a second, laxer reading forgives: read again then. */
  forgive?(error: unknown): boolean;
  /** The elements of an array of a JSON document; nothing for other kinds. */
  elements(options: Omit<JsonElementOptions, 'file'>): AsyncGenerator<JsonElement>;
}

const HEAD_BYTES = 1024 * 1024;
/** Documents that are no list of rows are parsed as a whole. */
const MAX_DOCUMENT = 128 * 1024 * 1024;

async function* noElements(): AsyncGenerator<JsonElement> {}

async function firstRow(rows: AsyncIterable<Row>): Promise<TextRecord<unknown> | null> {
  for await (const { cells } of rows) return cells;
  return null;
}

async function finishSource(source: Omit<Source, 'columns' | 'first'>, header?: readonly string[]): Promise<Source> {
  const first = await firstRow(source.rows(new RepairLog()));
  return { ...source, first, columns: first === null ? (header ?? []) : Object.keys(first) };
}

async function openCsv(file: ImportFile, encoding: DetectedEncoding, head: string): Promise<Source> {
  const dialect = detectCsvDialect(head, isKnownColumn);
  let relaxed = false;
  const rows = async function* (repairs: RepairLog): AsyncGenerator<Row> {
    tellEncoding(encoding, repairs);
    if (relaxed) repairs.add('stray_quote', 'quotation marks inside unquoted cells were taken as they are');
    yield* readCsvRows(decodeStream(file, encoding), { file: file.name, dialect, repairs, relaxed });
  };
  const source = {
    name: file.name,
    kind: 'csv' as const,
    keys: [],
    decimalComma: dialect.delimiter === ';' || dialect.delimiter === '\t',
    rows,
    elements: noElements,
    forgive: (error: unknown): boolean => {
      if (relaxed || !isQuoteFault(error)) return false;
      relaxed = true;
      return true;
    },
  };
  try {
    return await finishSource(source);
  } catch (error) {
    if (!source.forgive(error)) throw error;
    return finishSource(source);
  }
}

async function readDocument(file: ImportFile, encoding: DetectedEncoding, repairs: RepairLog): Promise<unknown> {
  const pieces: string[] = [];
  let size = 0;
  for await (const piece of decodeStream(file, encoding)) {
    size += piece.length;
    if (size > MAX_DOCUMENT) {
      throw new ReportcardError({
        code: 'data',
        file: file.name,
        message: `the document is larger than ${MAX_DOCUMENT / 1024 / 1024} MiB and is no list of rows`,
        hint: 'save the results as a list, as JSON Lines or as CSV',
      });
    }
    pieces.push(piece);
  }
  return parseLooseJson(pieces.join(''), { file: file.name }, repairs);
}

async function openJson(file: ImportFile, encoding: DetectedEncoding, outline: JsonOutline): Promise<Source> {
  const elements = (options: Omit<JsonElementOptions, 'file'>): AsyncGenerator<JsonElement> =>
    readJsonElements(decodeStream(file, encoding), { ...options, file: file.name });
  const { rowsPath, first } = outline;
  const isRows = (path: readonly string[]): boolean => path.join('\u0000') === rowsPath?.join('\u0000');
  async function* rows(repairs: RepairLog, onEnvelope?: (document: unknown) => void): AsyncGenerator<Row> {
    tellEncoding(encoding, repairs);
    if (rowsPath !== null && isObject(first)) {
      for await (const { line, index, value } of elements({ repairs, isTarget: isRows, onEnvelope })) {
        if (!isObject(value)) throw noRow(file.name, line, index);
        yield { line, cells: unwrapRow(value) };
      }
      return;
    }
    const document = await readDocument(file, encoding, repairs);
    const frame = readFrameRows(document);
    if (frame !== null) yield* frame;
    else if (isObject(document)) yield { line: 1, cells: createRecord(Object.entries(document)) };
  }
  const source = { name: file.name, kind: 'json' as const, keys: outline.keys, decimalComma: false, rows, elements };
  if (isObject(first)) return { ...source, first: unwrapRow(first), columns: Object.keys(unwrapRow(first)) };
  return finishSource(source);
}

function noRow(file: string, line: number, index: number): ReportcardError {
  return new ReportcardError({
    code: 'data',
    file,
    line,
    path: `[${index}]`,
    message: 'the element is no row',
    expected: 'an object',
    hint: 'remove it from the list',
  });
}

async function openJsonLines(file: ImportFile, encoding: DetectedEncoding): Promise<Source> {
  async function* rows(repairs: RepairLog): AsyncGenerator<Row> {
    tellEncoding(encoding, repairs);
    if (/\.json$/i.test(file.name)) repairs.add('json_lines', 'the .json file holds JSON Lines and was read as such');
    for await (const { line, value } of readLooseJsonLines(decodeStream(file, encoding), file.name, repairs)) {
      if (!isObject(value)) throw noRow(file.name, line, line - 1);
      yield { line, cells: unwrapRow(value) };
    }
  }
  return finishSource({ name: file.name, kind: 'jsonl', keys: [], decimalComma: false, rows, elements: noElements });
}

/** True where the first line is a whole JSON object and another line follows, or the name says JSON Lines. */
function isJsonLines(head: string, name: string): boolean {
  const text = head.trimStart();
  const end = text.indexOf('\n');
  const line = end < 0 ? text : text.slice(0, end);
  const follows = end >= 0 && text.slice(end).trim() !== '';
  if (!text.startsWith('{') || !(follows || /\.(jsonl|ndjson)$/i.test(name))) return false;
  try {
    parseLooseJson(line, { file: name }, new RepairLog());
    return true;
  } catch (error) {
    if (error instanceof ReportcardError) return /\.(jsonl|ndjson)$/i.test(name);
    throw error;
  }
}

async function openWorkbook(file: ImportFile): Promise<Source> {
  const sheet = await loadSheet(file);
  async function* rows(repairs: RepairLog): AsyncGenerator<Row> {
    yield* readSheetRows(sheet, repairs);
  }
  return finishSource({ name: file.name, kind: 'xlsx', keys: [], decimalComma: true, rows, elements: noElements });
}

async function decodeHead(file: ImportFile, encoding: DetectedEncoding, bytes: Uint8Array): Promise<string> {
  const head: ImportFile = {
    name: file.name,
    async *open() {
      yield bytes;
    },
  };
  let text = '';
  for await (const piece of decodeStream(head, encoding)) text += piece;
  return text;
}

/** Finds out what a file is by its content, whatever its name says. Throws a `data` error that says what it is where it is no data. */
export async function openSource(file: ImportFile): Promise<Source> {
  const bytes = await readHead(file, HEAD_BYTES);
  const foreign = findForeignBytes(bytes.subarray(0, 65_536), file.name);
  const mark = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  if (mark === 'PAR1') {
    const rows = (): AsyncGenerator<Row> => readParquetRows(file);
    return finishSource({
      name: file.name,
      kind: 'parquet',
      keys: [],
      decimalComma: false,
      rows,
      elements: noElements,
    });
  }
  if (mark === 'PK\u0003\u0004' && foreign === undefined) return openWorkbook(file);
  if (foreign !== undefined) throw new ReportcardError({ code: 'data', ...foreign });
  const encoding = await detectEncoding(file);
  const head = await decodeHead(file, encoding, bytes);
  if (isJsonLines(head, file.name)) return openJsonLines(file, encoding);
  const start = head.trimStart().charAt(0);
  if (start === '{' || start === '[') return openJson(file, encoding, readJsonOutline(head, file.name));
  return openCsv(file, encoding, head);
}
