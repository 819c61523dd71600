import type { SheetState } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { createSheet, formatCsv, knownTexts, readSheet } from '../src/index.ts';
import { buildRecords, buildScores } from './build-scores.ts';
import { encodeWith } from './encode-with.ts';

const PATH = 'reports/v1/per_sample.csv';

function read(text: string): Promise<SheetState> {
  return readSheet(Buffer.from(text, 'utf8'), { path: PATH });
}

describe('readSheet', () => {
  it('gives back what was written, guards removed', async () => {
    const scores = buildScores({ '007': { intent_l2: '=x' }, "'q": { scores: { faithfulness: 1 / 3 } } });
    const records = buildRecords({ '007': { question: '+1, "quoted"\r\nand a lone\rCR', answer: '-a' } });
    const sheet = await readSheet(
      Buffer.from([...formatCsv(createSheet(scores, { records, scoresSha256: null }))].join('')),
      {
        path: PATH,
      },
    );
    expect(sheet.rows.map((row) => row.cells['query_id'])).toEqual(['007', "'q"]);
    expect(sheet.rows[0]?.cells).toMatchObject({
      intent_l2: '=x',
      user_input: '+1, "quoted"\r\nand a lone\rCR',
      response_preview: '-a',
    });
    expect(sheet.rows[1]?.cells['faithfulness']).toBe('0.3333333333333333');
    expect(sheet).toMatchObject({
      format: 'csv',
      path: PATH,
      dialect: { encoding: 'utf-8', delimiter: ',', guessed: false },
    });
  });

  it('reads the header of each delimiter', async () => {
    expect((await read('query_id;note\na;"x;y"\n')).rows[0]?.cells).toEqual({ query_id: 'a', note: 'x;y' });
    expect((await read('query_id\tnote\na\tx,y\n')).rows[0]?.cells).toEqual({ query_id: 'a', note: 'x,y' });
    expect((await read('sep=;\r\nquery_id;note\r\na;x\r\n')).rows[0]?.cells).toEqual({ query_id: 'a', note: 'x' });
  });

  it('reads a table that names our columns otherwise, in its own dialect', async () => {
    const columns = { Nr: 'query_id', Human: 'faithfulness_manual' };
    const sheet = await readSheet(Buffer.from('Nr;Human;Note\nA-1;0,25;x,y\n'), { path: PATH, columns });
    expect(sheet.columns).toEqual(['query_id', 'faithfulness_manual', 'Note']);
    expect(sheet.rows[0]?.cells).toEqual({ query_id: 'A-1', faithfulness_manual: '0,25', Note: 'x,y' });
    expect(sheet.dialect).toMatchObject({ delimiter: ';', decimal_comma: true });
  });

  it.each(['\n', '\r\n', '\r'])('reads line ends %j', async (end) => {
    const sheet = await read(['query_id,note', 'a,x', 'b,y', ''].join(end));
    expect(sheet.rows.map((row) => row.cells['note'])).toEqual(['x', 'y']);
  });

  it('numbers records as rows below the header, empty rows counted', async () => {
    const sheet = await read('query_id,note\n,\na,x\n\n');
    expect(sheet.rows.map((row) => row.record)).toEqual([2]);
  });

  it('tells decimal commas', async () => {
    expect((await read('query_id;hit@5\na;0,5\n')).dialect.decimal_comma).toBe(true);
    expect((await read('query_id\thit@5\na\t0,5\n')).dialect.decimal_comma).toBe(true);
    expect((await read('query_id\thit@5\na\t0.5\n')).dialect.decimal_comma).toBe(false);
    expect((await read('query_id,hit@5\na,"0,5"\n')).dialect.decimal_comma).toBe(false);
  });

  it('keeps the words of unknown columns as they stand, and names nameless ones', async () => {
    const sheet = await read("query_id,note,note,,\na,'tis 007,2,x,\n");
    expect(sheet.columns).toEqual(['query_id', 'note', 'note_2', 'column_4']);
    expect(sheet.rows[0]?.cells).toEqual({ query_id: 'a', note: "'tis 007", note_2: '2', column_4: 'x' });
  });

  it('tells a cell that a short row lacks from a blank one', async () => {
    const sheet = await read('query_id,note,faithfulness_manual\na,x\nb,x,\n');
    expect(sheet.rows.map((row) => 'faithfulness_manual' in row.cells)).toEqual([false, true]);
  });

  it.each([
    ['no header', 'a,b\n1,2\n', /no column query_id/],
    ['an empty file', '', /empty/],
    ['a doubled column of ours', 'query_id,faithfulness_manual,faithfulness_manual\na,1,0\n', /stands twice/],
    ['an unquoted delimiter', 'query_id,note\na,x, y\n', /more cells than the header/],
    ['a broken quote', 'query_id,note\na,"x\n', /no well-formed CSV/],
    ['a quote inside a word', 'query_id,note\na,x"y\n', /no well-formed CSV/],
  ])('refuses %s', async (_, text, message) => {
    await expect(read(text)).rejects.toThrow(message);
    await expect(read(text)).rejects.toMatchObject({ code: 'data', file: PATH });
  });

  it('names the line of a broken quote', async () => {
    await expect(read('query_id,note\na,x\nb,x"y\n')).rejects.toMatchObject({ line: 3 });
  });

  it('refuses an old workbook and a broken one with a hint', async () => {
    const ole = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1);
    const zip = Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0, 0);
    await expect(readSheet(ole, { path: 'per_sample.xlsx' })).rejects.toMatchObject({ code: 'data', hint: /\.xlsx/ });
    await expect(readSheet(zip, { path: 'per_sample.xlsx' })).rejects.toMatchObject({ code: 'data' });
  });
});

describe('readSheet of other encodings', () => {
  const scores = buildScores({
    'S1-选购': { query_id: 'S1-选购', intent_l2: 'S1_选购推荐' },
    b: { intent_l2: '物流' },
  });
  const text = 'query_id,intent_l2,manual_reason\r\nS1-选购,S1_选购推荐,答案不完整，缺少价格\r\nb,物流,好\r\n';
  const known = knownTexts(scores);

  it.each([
    ['UTF-8', false],
    ['UTF-16LE', false],
    ['UTF-16BE', false],
    ['UTF-16', false],
    ['GB18030', true],
  ])('reads %s', async (encoding, guessed) => {
    const sheet = await readSheet(encodeWith(text, encoding), { path: PATH, known });
    expect(sheet.rows[0]?.cells).toEqual({
      query_id: 'S1-选购',
      intent_l2: 'S1_选购推荐',
      manual_reason: '答案不完整，缺少价格',
    });
    expect(sheet.dialect.guessed).toBe(guessed);
  });

  it('reads Windows-1252 with its own characters', async () => {
    const western = 'query_id,intent_l2,manual_reason\r\nb,café,“naïve” – 5 €\r\n';
    const sheet = await readSheet(encodeWith(western, 'WINDOWS-1252'), { path: PATH, known: new Set(['b', 'café']) });
    expect(sheet.rows[0]?.cells['manual_reason']).toBe('“naïve” – 5 €');
    expect(sheet.dialect).toMatchObject({ encoding: 'windows-1252', guessed: true });
  });

  it('prefers Windows-1252 where only accented words could tell', async () => {
    const western = 'query_id,manual_reason\r\nb,naïve\r\n';
    const sheet = await readSheet(encodeWith(western, 'WINDOWS-1252'), { path: PATH, known });
    expect(sheet.rows[0]?.cells['manual_reason']).toBe('naïve');
  });

  it('lets the ids of the run decide between two guesses', async () => {
    const sheet = await readSheet(encodeWith('query_id\r\né©\r\n', 'WINDOWS-1252'), {
      path: PATH,
      known: new Set(['é©']),
    });
    expect(sheet.dialect.encoding).toBe('windows-1252');
  });

  it('refuses a guess that no id confirms', async () => {
    const bytes = encodeWith('query_id,note\r\n选购,好\r\n', 'GB18030');
    await expect(readSheet(bytes, { path: PATH, known: new Set(['a']) })).rejects.toThrow(/encoding/);
  });

  it('refuses bytes that break the promise of their mark', async () => {
    const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, ...Buffer.from('query_id\n'), 0xff);
    await expect(readSheet(bytes, { path: PATH })).rejects.toThrow(/encoding/);
  });
});
