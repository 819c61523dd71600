import { writeXlsx } from 'hucre/xlsx';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { memoryFile, readImport, valuesOf } from './import-fixture.ts';

describe('what is left out', () => {
  it('is told of rows that hold only numbers, such as means without a name', async () => {
    const text =
      ',question,answer,contexts,faithfulness\n0,A?,a,"[\'x\']",0.5\n1,B?,,[],0.7\nmean,,,,0.6\n,nan,nan,nan,0.6\n';
    const read = await readImport(memoryFile('r.csv', text));
    expect(valuesOf(read, 'faithfulness')).toEqual([0.5, 0.7]);
    expect(read.repairs).toMatchObject({ row_without_text: 2 });
  });

  it('is told of further worksheets, and keeps cells beside the columns', async () => {
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Notes', rows: [['made in June']] },
        {
          name: 'Results',
          rows: [
            ['question', 'answer', 'contexts', 'faithfulness'],
            ['When?', 'Now.', "['A']", 0.5, 'who wrote this?'],
          ],
        },
        {
          name: 'Old results',
          rows: [
            ['question', 'answer'],
            ['When?', 'Then.'],
          ],
        },
      ],
    });
    const read = await readImport(memoryFile('book.xlsx', bytes));
    expect(read.records.map(({ response }) => response?.answer)).toEqual(['Now.']);
    expect(valuesOf(read, 'faithfulness')).toEqual([0.5]);
    expect(read.repairs).toMatchObject({ other_sheets: 2, unnamed_column: 1 });
    expect(read.records[0]?.metadata['column_5']).toBe('who wrote this?');
    expect(read.result.repairs().find(({ code }) => code === 'other_sheets')?.message).toContain(
      '"Notes", "Old results"',
    );
  });

  it('is told of lists beside the samples', async () => {
    const row = { question: 'When?', answer: 'Now.', contexts: ['A'], faithfulness: 1 };
    const document = { results: [row], failed: [row, row], config: { models: [{ name: 'm' }] }, seeds: [1, 2] };
    const read = await readImport(memoryFile('r.json', JSON.stringify(document)));
    expect(read.records).toHaveLength(1);
    expect(read.repairs).toMatchObject({ 'other_list:failed': 2, 'other_list:models': 1 });
  });

  it('is told of conversations, which come in as their last exchange', async () => {
    const conversation = [
      { content: 'Is there a ferry?', type: 'human' },
      { content: 'Yes.', type: 'ai' },
      { content: 'When?', type: 'human' },
      { content: 'Looking.', type: 'ai' },
      { content: 'Hourly.', type: 'ai' },
    ];
    const rows = [{ user_input: conversation, reference: 'Hourly', faithfulness: 1 }];
    const read = await readImport(memoryFile('r.json', JSON.stringify(rows)));
    expect(read.records[0]).toMatchObject({
      user_input: 'When?',
      response: { answer: 'Hourly.' },
      metadata: { conversation },
    });
    expect(read.repairs).toMatchObject({ conversation: 1 });
  });

  it('is told of conversations in a DeepEval run', async () => {
    const testCases = [{ name: 'a', input: 'When?', actualOutput: 'Now.', metricsData: [] }];
    const document = { testCases, conversationalTestCases: [{ name: 'b', turns: [] }] };
    const read = await readImport(memoryFile('d.json', JSON.stringify(document)));
    expect(read.repairs).toMatchObject({ 'other_list:conversationalTestCases': 1 });
  });
});

describe('columns without a place of their own', () => {
  it.each([
    [
      'langsmith',
      'example_id,inputs.question,inputs.user,outputs.answer,outputs.thoughts,reference.answer,feedback.tone,feedback.tone.comment',
      'e1,When?,ada,Now.,hm,Now,0.5,kind',
      { 'inputs.user': 'ada', 'outputs.thoughts': 'hm', 'feedback.tone.comment': 'kind' },
    ],
    [
      'langfuse',
      'id,trace_id,session_id,input,output,level,prompt_name,bookmarked',
      'o1,t1,s1,When?,Now.,DEFAULT,p,true',
      { id: 'o1', session_id: 's1', level: 'DEFAULT', prompt_name: 'p', bookmarked: 'true' },
    ],
    [
      'phoenix',
      'example_id,input,output,repetition_number,trace_id,model',
      'e1,When?,Now.,1,t1,m',
      { trace_id: 't1', model: 'm' },
    ],
  ])('of %s are kept as metadata', async (format, header, row, metadata) => {
    const read = await readImport(memoryFile('r.csv', `${header}\n${row}\n`));
    expect(read.format).toBe(format);
    expect(read.records[0]).toMatchObject({ user_input: 'When?', response: { answer: 'Now.' } });
    expect({ ...read.records[0]?.metadata }).toEqual(metadata);
  });

  it('of DeepEval are kept as metadata', async () => {
    const testCases = [
      { name: 'a', input: 'When?', actualOutput: 'Now.', metricsData: [], toolsCalled: ['search'], order: 3 },
    ];
    const read = await readImport(memoryFile('d.json', JSON.stringify({ testCases })));
    expect({ ...read.records[0]?.metadata }).toMatchObject({ toolsCalled: ['search'], order: 3 });
  });
});

describe('values that programs cannot hold', () => {
  it('keeps long numbers of Parquet whole', async () => {
    const buffer = parquetWriteBuffer({
      columnData: [
        { name: 'id', data: [9_007_199_254_740_993n, 5n], type: 'INT64' },
        { name: 'question', data: ['When?', 'Where?'], type: 'STRING' },
        { name: 'response', data: ['Now.', 'Here.'], type: 'STRING' },
        { name: 'contexts', data: ['["A"]', '["B"]'], type: 'STRING' },
      ],
    });
    const read = await readImport(memoryFile('r.parquet', new Uint8Array(buffer)));
    expect(read.records.map(({ query_id }) => query_id)).toEqual(['9007199254740993', '5']);
  });

  it('tells of ids in JSON that are longer numbers', async () => {
    const text = '[{"id": 9007199254740993, "question": "When?", "response": "Now.", "contexts": ["A"]}]';
    expect((await readImport(memoryFile('r.json', text))).repairs).toEqual({ long_number_id: 1 });
    const short = text.replace('9007199254740993', '1.5');
    expect((await readImport(memoryFile('r.json', short))).repairs).toEqual({});
  });

  it('tells of flags that are neither true nor false', async () => {
    const text = 'question,response,contexts,requires_rag\nA?,a,x,1.0\nB?,b,x,maybe\nC?,c,x,0.0\nD?,d,x,\n';
    const read = await readImport(memoryFile('r.csv', text));
    expect(read.records.map(({ requires_rag }) => requires_rag)).toEqual([true, null, false, null]);
    expect(read.repairs['flag_text:requires_rag']).toBe(1);
  });
});
