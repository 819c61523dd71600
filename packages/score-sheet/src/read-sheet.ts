import { getOwn, ReportcardError, type ScoresFile, type SheetState, sampleKeys } from '@reportcard/report-schema';
import { buildSheetState } from './build-sheet-state.ts';
import { type DecodedText, decodeText } from './decode-text.ts';
import { readCsv } from './read-csv.ts';
import { readXlsxRows } from './read-xlsx.ts';

/** How a sheet is read. */
export interface ReadSheetOptions {
  /** Path of the sheet relative to the workspace, for messages. */
  readonly path: string;
  /** Texts that stand in this run's sheet ({@link knownTexts}): a guessed encoding counts only when ids match them. */
  readonly known?: ReadonlySet<string> | undefined;
  /** Our name for each column of a table that Reportcard did not make: `{ Nr: 'query_id', Human: 'faithfulness_manual' }`. */
  readonly columns?: Readonly<Record<string, string>> | undefined;
}

const ZIP_MARK = [0x50, 0x4b, 0x03, 0x04];
const OLE_MARK = [0xd0, 0xcf, 0x11, 0xe0];

function hasMark(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte);
}

/** Query ids and intents of a run: what tells a right guess of a sheet's encoding from a wrong one. */
export function knownTexts(scores: ScoresFile): ReadonlySet<string> {
  const texts = new Set<string>();
  for (const sample of sampleKeys(scores)) {
    for (const text of [sample.query_id, sample.intent_l1, sample.intent_l2, sample.difficulty]) {
      if (text !== null && text !== '') texts.add(text);
    }
  }
  return texts;
}

/**
 * Reads a score sheet as any program may have saved it: CSV in UTF-8, UTF-16, GB18030 or Windows-1252 with comma,
 * semicolon or tab, or XLSX; told apart by the content, not by the name. Guards are removed, everything else is as typed.
 * Throws a `data` error where the file is no sheet, is broken, or is in an encoding that cannot be told.
 */
export async function readSheet(bytes: Uint8Array, options: ReadSheetOptions): Promise<SheetState> {
  const { path } = options;
  if (hasMark(bytes, ZIP_MARK)) {
    const rows = renameHeader(await readXlsxRows(bytes, path), options.columns);
    return buildSheetState(rows, { path, format: 'xlsx', encoding: 'utf-8', delimiter: '', guessed: false });
  }
  if (hasMark(bytes, OLE_MARK)) throw oldWorkbook(path);
  const decoded = decodeText(bytes);
  const certain = decoded.find((candidate) => !candidate.guessed);
  return certain === undefined ? confirmGuess(decoded, options) : readDecoded(certain, options);
}

/** The rows with our names in the header, where it has others for our columns. */
function renameHeader(
  rows: readonly (readonly string[])[],
  columns: ReadSheetOptions['columns'] = {},
): readonly (readonly string[])[] {
  const [header = [], ...others] = rows;
  return [header.map((name) => getOwn(columns, name.trim()) ?? name), ...others];
}

async function readDecoded(decoded: DecodedText, { path, columns = {} }: ReadSheetOptions): Promise<SheetState> {
  const { text, encoding, guessed } = decoded;
  const theirs = Object.keys(columns).filter((name) => columns[name] === 'query_id');
  const { rows, delimiter } = await readCsv(text, path, ['query_id', ...theirs]);
  return buildSheetState(renameHeader(rows, columns), { path, format: 'csv', encoding, delimiter, guessed });
}

const MATCHED_COLUMNS = ['query_id', 'intent_l1', 'intent_l2', 'difficulty'];

function countKnown(sheet: SheetState, known: ReadonlySet<string>): number {
  let count = 0;
  for (const row of sheet.rows) for (const name of MATCHED_COLUMNS) if (known.has(row.cells[name] ?? '')) count += 1;
  return count;
}

/** The guess under which most ids and intents are this run's; the likelier one where both fit equally. */
async function confirmGuess(decoded: readonly DecodedText[], options: ReadSheetOptions): Promise<SheetState> {
  const { path, known } = options;
  let best: { sheet: SheetState; count: number } | undefined;
  let fault: unknown;
  for (const candidate of decoded) {
    try {
      const sheet = await readDecoded(candidate, options);
      const count = known === undefined ? 1 : countKnown(sheet, known);
      if (count > (best?.count ?? 0)) best = { sheet, count };
    } catch (cause) {
      fault = cause;
    }
  }
  if (best !== undefined) return best.sheet;
  throw new ReportcardError({
    code: 'data',
    file: path,
    message: 'the encoding of the sheet cannot be told',
    expected: 'UTF-8, UTF-16, or GB18030 or Windows-1252 with the ids of this run',
    hint: 'save it as “CSV UTF-8” and try again',
    cause: fault,
  });
}

function oldWorkbook(path: string): ReportcardError {
  return new ReportcardError({
    code: 'data',
    file: path,
    message: 'this is an old .xls workbook or one with a password',
    expected: '.xlsx or CSV',
    hint: 'save it again as “Excel Workbook (.xlsx)” without a password, or as CSV UTF-8',
  });
}
