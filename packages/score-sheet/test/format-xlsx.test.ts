import { describe, expect, it, vi } from 'vitest';
import { formatXlsx, readSheet, type SheetDocument } from '../src/index.ts';
import { fillSheet } from './round-trip-sheet.ts';

async function roundTrip(document: SheetDocument): Promise<Record<string, string>[]> {
  const sheet = await readSheet(await formatXlsx(document), { path: 'per_sample.xlsx' });
  return sheet.rows.map((row) => ({ ...row.cells }));
}

describe('formatXlsx', () => {
  it('gives back every cell', async () => {
    const { state, document } = fillSheet();
    const expected = state.rows.map((row) => ({
      ...row.cells,
      requires_rag: row.cells['requires_rag']?.toUpperCase(),
    }));
    const tidy = (rows: object[]): object[] =>
      rows.map((row) => ({ ...row, faithfulness_manual: undefined, faithfulness: undefined }));
    const rows = await roundTrip(document);
    expect(tidy(rows)).toEqual(tidy(expected));
    expect(rows.map((row) => row['faithfulness'])).toEqual(state.rows.map((row) => row.cells['faithfulness']));
  });

  it('keeps text that looks like an escaped character, control characters and white space', async () => {
    const texts = ['_x000D_', '_x005F_', 'a\rb', '\u0001', ' x ', 'a_x0041_b', '\u2028x'];
    const document: SheetDocument = {
      columns: ['query_id'],
      kinds: ['text'],
      rows: texts.map((text) => [text]),
    };
    expect((await roundTrip(document)).map((row) => row['query_id'])).toEqual(texts);
  });

  it('cuts a long text of ours and refuses a long text of a person', async () => {
    const long = 'x'.repeat(40_000);
    const document: SheetDocument = {
      columns: ['query_id', 'user_input'],
      kinds: ['text', 'text'],
      rows: [['a', long]],
    };
    const [row] = await roundTrip(document);
    expect(row?.['user_input']).toMatch(/^x{32000,32766}…$/);
    const remark: SheetDocument = {
      columns: ['query_id', 'manual_reason'],
      kinds: ['text', 'remark'],
      rows: [['a', long]],
    };
    await expect(formatXlsx(remark)).rejects.toMatchObject({ code: 'data', path: 'record 1, manual_reason' });
  });

  it('gives equal bytes for equal sheets, whatever the time is', async () => {
    const { document } = fillSheet();
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      vi.setSystemTime(new Date('2026-06-01T00:00:00Z'));
      const first = await formatXlsx(document);
      vi.setSystemTime(new Date('2027-07-02T01:02:03Z'));
      expect(Buffer.from(await formatXlsx(document)).equals(Buffer.from(first))).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });
});
