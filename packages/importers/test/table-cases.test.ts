import { describe, expect, it } from 'vitest';
import { readTableCases } from '../src/index.ts';
import { fixtureFile, memoryFile } from './import-fixture.ts';

describe('readTableCases', () => {
  it('takes the answers of a question file for the expected ones', async () => {
    const { cases, repairs } = await readTableCases(fixtureFile('faq_only.csv'));
    const read = [];
    for await (const item of cases) read.push([item.query_id, item.user_input, item.reference, item.intent_l2]);
    expect(read).toEqual([
      ['faq_001', '배송은 며칠 걸리나요?', '2~3일 걸립니다.', '배송'],
      ['faq_002', '반품은 어떻게 하나요?', '창구에서, 7일 안에.', '반품'],
    ]);
    expect(repairs()).toEqual([]);
  });

  it('reads line breaks inside questions, a blank expected answer and a stray nameless column', async () => {
    const { cases, repairs } = await readTableCases(fixtureFile('dataset_stray_column.csv'));
    const read = [];
    for await (const item of cases) read.push([item.user_input, item.reference, { ...item.metadata }]);
    expect(read).toEqual([
      ['What is the hourly ferry called?\n', 'Blue', {}],
      ['Who built the tower?\n', null, { column_3: '64' }],
    ]);
    expect(repairs().map(({ code, count }) => [code, count])).toEqual([
      ['unnamed_column', 1],
      ['missing_id', 2],
      ['unknown_field:column_3', 1],
    ]);
  });

  it('says how to name the column of the questions', async () => {
    await expect(readTableCases(memoryFile('t.csv', 'a,b\n1,2\n'))).rejects.toMatchObject({
      code: 'data',
      hint: expect.stringContaining('dataset: { cases'),
    });
  });
});
