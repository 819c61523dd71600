import { describe, expect, it } from 'vitest';
import { createSheet, editSheet, formatCsv, readSheet, toSheetState } from '../src/index.ts';
import { buildScores } from './build-scores.ts';

describe('toSheetState', () => {
  it('is what writing and reading back gives', async () => {
    const scores = buildScores({ '007': { scores: { 'hit@5': 1, faithfulness: 0.25 } }, b: { requires_rag: true } });
    const document = createSheet(scores, { scoresSha256: 'a'.repeat(64) });
    const path = 'reports/v1/per_sample.csv';
    const read = await readSheet(Buffer.from([...formatCsv(document)].join('')), { path });
    expect(toSheetState(document, path)).toEqual(read);
  });
});

describe('editSheet', () => {
  const sheet = toSheetState(createSheet(buildScores({ a: {}, b: {} }), { scoresSha256: null }), 'per_sample.csv');

  it('sets cells of one row and leaves the sheet it was given alone', () => {
    const edited = editSheet(sheet, [
      { record: 2, column: 'faithfulness_manual', text: '0.5' },
      { record: 2, column: 'faithfulness_pi', text: '0.25' },
    ]);
    expect(edited.rows[1]?.cells).toMatchObject({ query_id: 'b', faithfulness_manual: '0.5', faithfulness_pi: '0.25' });
    expect(edited.columns).toContain('faithfulness_pi');
    expect(edited.rows[0]).toBe(sheet.rows[0]);
    expect(sheet.rows[1]?.cells['faithfulness_manual']).toBe('');
  });

  it('refuses a record that is not there', () => {
    expect(() => editSheet(sheet, [{ record: 3, column: 'x', text: '' }])).toThrow(/no such record/);
  });
});
