import { createSheet, formatXlsx, readSheet } from '@reportcard/score-sheet';
import { describe, expect, it } from 'vitest';
import { checkTwinSheets } from '../src/index.ts';
import { buildScores } from './build-scores.ts';
import { filledSheet, sheetFor } from './fill-sheet.ts';

const SCORES = buildScores([
  ['a', { scores: { faithfulness: 0.25 } }],
  ['b', { scores: { faithfulness: 0.5 } }],
]);

describe('checkTwinSheets', () => {
  it('accepts equal scores however they are written', async () => {
    const csv = filledSheet(SCORES, { a: { faithfulness_manual: '80%', manual_reason: ' why\r\nnot ' } });
    const other = filledSheet(SCORES, { a: { faithfulness_manual: '0.8', manual_reason: 'why\nnot' } });
    const document = createSheet(SCORES, { scoresSha256: null, sheet: other });
    const xlsx = await readSheet(await formatXlsx(document), { path: 'reports/v1/per_sample.xlsx' });
    expect(() => checkTwinSheets(csv, xlsx, SCORES)).not.toThrow();
  });

  it('names every cell in which they differ, with both values', () => {
    const csv = filledSheet(SCORES, { a: { faithfulness_manual: '0.8' }, b: { manual_reviewer: 'Li' } });
    const xlsx = { ...filledSheet(SCORES, { a: { faithfulness_manual: '0.9' } }), path: 'reports/v1/per_sample.xlsx' };
    const check = (): void => checkTwinSheets(csv, xlsx, SCORES);
    expect(check).toThrow(/"0\.8" at per_sample\.csv!L2 and "0\.9" at per_sample\.xlsx!L2/);
    expect(check).toThrow(/b, manual_reviewer/);
    expect(check).toThrow(expect.objectContaining({ code: 'data', problems: expect.objectContaining({ length: 2 }) }));
  });

  it('takes a score for a row the other one lacks for a difference, and a blank one for none', () => {
    const csv = filledSheet(SCORES, { b: { faithfulness_manual: '0.8' } });
    const short = { ...sheetFor(SCORES), rows: sheetFor(SCORES).rows.slice(0, 1) };
    expect(() => checkTwinSheets(csv, short, SCORES)).toThrow(/no row/);
    expect(() => checkTwinSheets(sheetFor(SCORES), short, SCORES)).not.toThrow();
  });
});
