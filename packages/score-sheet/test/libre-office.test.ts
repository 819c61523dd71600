import type { SheetState } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { formatCsv, formatXlsx, parseManualCell, parseNumberCell, readSheet } from '../src/index.ts';
import { hasLibreOffice, resave } from './libre-office.ts';
import { AWKWARD_IDS, fillSheet } from './round-trip-sheet.ts';

const { state, document } = fillSheet();
const TEXT_COLUMNS = [
  'query_id',
  'intent_l1',
  'intent_l2',
  'user_input',
  'response_preview',
  'manual_reviewer',
  'manual_reason',
];
const KEPT_COLUMNS = [...TEXT_COLUMNS, 'my notes', 'scores_sha256', 'inputs_sha256'];

async function expectKept(bytes: Uint8Array, path: string): Promise<SheetState> {
  const read = await readSheet(bytes, { path });
  const decimalComma = read.dialect.decimal_comma;
  expect(read.rows.map((row) => row.cells['query_id'])).toEqual(AWKWARD_IDS);
  for (const name of KEPT_COLUMNS) {
    const before = state.rows.map((row) => (row.cells[name] ?? '').replaceAll(/\r\n?/g, '\n'));
    const after = read.rows.map((row) => (row.cells[name] ?? '').replaceAll(/\r\n?/g, '\n'));
    expect(after, name).toEqual(before);
  }
  const manual = (text: string | undefined, comma: boolean): unknown =>
    parseManualCell(text ?? '', { decimalComma: comma });
  expect(read.rows.map((row) => manual(row.cells['faithfulness_manual'], decimalComma))).toEqual(
    state.rows.map((row) => manual(row.cells['faithfulness_manual'], false)),
  );
  const digits = (text: string | undefined, comma: boolean): string | undefined =>
    parseNumberCell(text ?? '', { decimalComma: comma })?.toPrecision(15);
  expect(read.rows.map((row) => digits(row.cells['faithfulness'], decimalComma))).toEqual(
    state.rows.map((row) => digits(row.cells['faithfulness'], false)),
  );
  return read;
}

describe.skipIf(!hasLibreOffice())('a sheet saved by LibreOffice', { timeout: 120_000 }, () => {
  it('keeps every id, score, remark and note from csv to csv', async () => {
    const bytes = Buffer.from([...formatCsv(document)].join(''));
    await expectKept(resave(bytes, 'csv', 'csv'), 'per_sample.csv');
  });

  it('keeps them with semicolons and decimal commas', async () => {
    const saved = resave(await formatXlsx(document), 'xlsx', 'csv', { outfilter: '59,34,76,1', locale: 'de-DE' });
    const { dialect, rows } = await expectKept(saved, 'per_sample.csv');
    expect(dialect).toMatchObject({ delimiter: ';', decimal_comma: true });
    expect(rows[2]?.cells['faithfulness']).toBe('0,333333333333333');
  });

  it('keeps them with tabs, in UTF-16', async () => {
    const bytes = Buffer.from([...formatCsv(document)].join(''));
    const saved = resave(bytes, 'csv', 'csv', { outfilter: '9,34,65535,1' });
    const { dialect } = await expectKept(saved, 'per_sample.csv');
    expect(dialect).toMatchObject({ encoding: 'utf-16le', delimiter: '\t' });
  });

  it('keeps them from csv to xlsx', async () => {
    const bytes = Buffer.from([...formatCsv(document)].join(''));
    await expectKept(resave(bytes, 'csv', 'xlsx'), 'per_sample.xlsx');
  });

  it('keeps them from xlsx to xlsx', async () => {
    await expectKept(resave(await formatXlsx(document), 'xlsx', 'xlsx'), 'per_sample.xlsx');
  });

  it('keeps them from xlsx to csv', async () => {
    await expectKept(resave(await formatXlsx(document), 'xlsx', 'csv'), 'per_sample.csv');
  });
});
