import { describe, expect, it } from 'vitest';
import { readFixture, valuesOf } from './import-fixture.ts';

describe('a RAGAS file with 88 of 100 scores missing', () => {
  it('gives the 12 scores and says of 88 that they are missing', async () => {
    const read = await readFixture('ragas_88_of_100_missing.json');
    expect(read.format).toBe('ragas');
    expect(read.records).toHaveLength(25);
    expect(read.result.scored_metrics).toEqual([
      'faithfulness',
      'answer_relevancy',
      'answer_correctness',
      'context_recall',
    ]);
    const states = read.scores.flatMap((scores) => Object.values(scores));
    expect(states.filter(({ status }) => status === 'ok')).toHaveLength(12);
    expect(states.filter(({ status, code }) => status === 'judge_error' && code === 'import_nan')).toHaveLength(88);
    expect(read.repairs).toEqual({ bare_nan: 88, missing_id: 25 });
  });

  it('keeps the values in full: the mean of six is the published 0.9406', async () => {
    const read = await readFixture('ragas_88_of_100_missing.json');
    const numbers = valuesOf(read, 'answer_relevancy').filter((value) => typeof value === 'number');
    expect(numbers).toHaveLength(6);
    expect(numbers.reduce((sum, value) => sum + value, 0) / 6).toBeCloseTo(0.9406241900460528, 12);
    expect(valuesOf(read, 'context_recall').filter((value) => typeof value === 'number')).toEqual([1, 1, 1, 0, 1, 1]);
  });
});

describe('files that hold no results', () => {
  it.each([
    ['zero_byte.json', 'the file is empty', 'check that it was written completely'],
    ['git_lfs_pointer.json', 'this is a git-lfs pointer, not the data itself', 'git lfs pull'],
    ['lock_file.csv', 'this is the lock file an office program leaves beside an open file, not the file itself', '~$'],
    [
      'summary_raw_newline.json',
      'this is a summary: it holds overall numbers and no samples',
      'import the file of the samples',
    ],
    ['mteb_result.json', 'this is a result of MTEB: means over all queries, nothing for single queries', 'import trec'],
    [
      'uda_like.csv',
      'this is a part of the UDA benchmark: questions with expected answers, no answers of a system',
      "format: 'uda'",
    ],
    [
      'uda_like.json',
      'this is a part of the UDA benchmark: questions with expected answers, no answers of a system',
      "format: 'uda'",
    ],
    [
      'legalbench_like.json',
      'this is a test file of LegalBench-RAG: queries with the text spans they expect, no answers of a system',
      "format: 'legalbench-rag'",
    ],
    [
      'dataset_stray_column.csv',
      'this is a data set of questions, not a run: no column holds the answers of a system',
      '--columns response=COLUMN',
    ],
    [
      'faq_only.csv',
      'the column "answer" may hold the answers of a system or the expected ones, and nothing else in the file tells',
      '--columns response=answer',
    ],
    [
      'question_dataset.jsonl',
      'the column "answer" may hold the answers of a system or the expected ones, and nothing else in the file tells',
      '--columns response=answer',
    ],
    ['cut_off.json', 'the JSON document ends in the middle: it was cut off', 'write or download it again'],
    [
      'unquoted_delimiter.csv',
      'the row has 4 cells and the header 3: a text may hold the delimiter without quotes',
      'quote the text',
    ],
  ])('says of %s what it is and what to do', async (name, message, hint) => {
    await expect(readFixture(name)).rejects.toMatchObject({
      code: 'data',
      file: name,
      message,
      hint: expect.stringContaining(hint),
    });
  });

  it('imports a question file when the mapping says what its answers are', async () => {
    const read = await readFixture('faq_only.csv', { columns: { response: 'answer' } });
    expect(read.records.map(({ query_id, intent_l2, response }) => [query_id, intent_l2, response?.answer])).toEqual([
      ['faq_001', '배송', '2~3일 걸립니다.'],
      ['faq_002', '반품', '창구에서, 7일 안에.'],
    ]);
  });
});

describe('contexts', () => {
  it("reads [''] as one blank context, [] as none, and Python lists as they were", async () => {
    const read = await readFixture('ragas01_blank_context.csv');
    expect(read.records.map(({ response }) => response?.results.map(({ text }) => text))).toEqual([
      [''],
      ['El tren sale a las nueve.', "Otro 'texto' con\nsalto"],
      [],
    ]);
    expect(read.records[1]?.response?.answer).toBe('A las nueve, creo.');
    expect(read.records[0]?.reference).toBe('A las ocho en punto.');
    expect(read.repairs).toEqual({ blank_context: 1, missing_id: 3 });
    expect(read.result.scored_metrics).toEqual([]);
  });

  it('takes texts joined by bars apart, and leaves tables alone', async () => {
    const read = await readFixture('pipe_contexts.csv');
    expect(read.records.map(({ response }) => response?.results.map(({ text }) => text))).toEqual([
      ['First context', 'Second context', 'Third'],
      ['| a | table |'],
    ]);
    expect(read.repairs['joined_contexts']).toBe(1);
  });

  it('keeps a cell of a thousand lines with private-use characters whole', async () => {
    const read = await readFixture('private_use_long_cell.csv');
    expect(read.records).toHaveLength(1);
    const text = read.records[0]?.response?.results[0]?.text ?? '';
    expect(text.split('\n')).toHaveLength(1001);
    expect(text.endsWith('\uf0b7 punto')).toBe(true);
    expect(valuesOf(read, 'context_precision')).toEqual([0.021359223300970873]);
    expect(valuesOf(read, 'context_recall')).toEqual([0.4520547945205479]);
    expect(read.records[0]?.reference_contexts).toEqual(['El nuevo precio.']);
  });
});

describe('encodings', () => {
  it('reads GB18030 by its content', async () => {
    const read = await readFixture('gb18030_medical.csv', { columns: { response: '回答' } });
    expect(read.records.map(({ user_input, response }) => [user_input, response?.answer])).toEqual([
      ['高血压能喝茶吗？', '可以少量喝淡茶。'],
      ['总是头痛怎么办？', '建议休息并就诊。'],
    ]);
    expect(read.repairs['encoding']).toBe(1);
  });

  it('reads Windows-1252 with semicolons and decimal commas', async () => {
    const read = await readFixture('windows1252.csv');
    expect(read.records[0]?.user_input).toBe('Où est le café ?');
    expect(read.records[0]?.response?.answer).toBe('Près du cœur – à l’angle.');
    expect(valuesOf(read, 'faithfulness')).toEqual([0.85, 'import_nan']);
    expect(read.repairs).toMatchObject({ encoding: 1, decimal_comma: 1 });
  });

  it.each(['utf16.csv', 'utf16be_no_mark.csv'])('reads %s', async (name) => {
    const read = await readFixture(name);
    expect(read.records[0]?.user_input).toBe('When?');
    expect(valuesOf(read, 'faithfulness')).toEqual([0.5]);
  });

  it('reads UTF-8 with a broken character as damaged, not as another encoding', async () => {
    const read = await readFixture('broken_utf8.csv');
    expect(read.records[0]?.user_input).toBe('Wo ist die Brücke?');
    expect(read.records[0]?.response?.answer).toContain('schöner \ufffd');
    expect(read.repairs['broken_utf8']).toBe(1);
  });
});

describe('tables as programs save them', () => {
  it('reads sep=, semicolons, decimal commas and percent signs', async () => {
    const read = await readFixture('semicolon_decimal_comma.csv');
    expect(valuesOf(read, 'faithfulness')).toEqual([0.85, 0.5]);
    expect(valuesOf(read, 'answer_relevancy')).toEqual([0.85, 1]);
    expect(read.repairs).toMatchObject({ decimal_comma: 2, percent: 1 });
  });

  it('reads tabs, and lone CR as row ends where nothing else ends rows', async () => {
    expect((await readFixture('tab.tsv')).records[0]?.response?.results.map(({ text }) => text)).toEqual(['A', 'B']);
    expect(valuesOf(await readFixture('mac_line_ends.csv'), 'faithfulness')).toEqual([0.5, 1]);
  });

  it('reads words, N/A and noise as what they are, and tells', async () => {
    const read = await readFixture('words_as_scores.csv');
    expect(valuesOf(read, 'faithfulness')).toEqual(['import_nan', 'import_nan', 0.5]);
    expect(valuesOf(read, 'answer_relevancy')).toEqual(['import_nan', 'import_nan', 0]);
    expect(valuesOf(read, 'context_recall')).toEqual([0.9999999999, 1, 'import_nan']);
    expect(read.repairs).toEqual({ score_text: 1, rounding_noise: 1, negative_score: 1 });
  });

  it('keeps quotation marks that belong to a text in a file with a stray one', async () => {
    const read = await readFixture('stray_quote.csv');
    expect(read.records.map(({ user_input, response }) => [user_input, response?.answer])).toEqual([
      ['Which mode is the ferry in?\n', '"manual"'],
      ['When is it "late"?\n', 'Never'],
      ['ase', ' d"'],
      ['Where?\n', 'Here, now'],
    ]);
    expect(read.records[2]?.metadata['column_4']).toBe('64');
    expect(read.repairs).toMatchObject({ stray_quote: 1, unnamed_column: 1, 'unknown_field:column_4': 1 });
  });

  it('leaves rows of means out and counts them', async () => {
    const read = await readFixture('average_row.csv');
    expect(read.records.map(({ query_id }) => query_id)).toEqual(['1', '2']);
    expect(read.repairs['average_row']).toBe(2);
  });

  it('leaves the index of a data frame out', async () => {
    const read = await readFixture('pandas_index.csv');
    expect(read.records.map(({ user_input, metadata }) => [user_input, { ...metadata }])).toEqual([
      ['When?', {}],
      ['Where?', {}],
    ]);
    expect(read.repairs).toMatchObject({ index_column: 1 });
  });

  it('fills a last row that was cut off, and tells', async () => {
    const read = await readFixture('torn_last_row.csv');
    expect(read.records[1]?.response?.answer).toBe('He');
    expect(valuesOf(read, 'faithfulness')).toEqual([0.5, 'import_nan']);
    expect(read.repairs).toMatchObject({ short_row: 1 });
  });

  it('reads JSON Lines under .json, bare NaN included', async () => {
    const read = await readFixture('lines_under_json.json');
    expect(valuesOf(read, 'faithfulness')).toEqual(['import_nan', 0.5]);
    expect(read.repairs).toMatchObject({ json_lines: 1, bare_nan: 1 });
  });

  it('reads a data frame saved column by column', async () => {
    const read = await readFixture('columns_frame.json');
    expect(read.records.map(({ user_input, reference }) => [user_input, reference])).toEqual([
      ['When?', 'Now'],
      ['Where?', 'Here'],
    ]);
    expect(read.records[1]?.response?.results.map(({ text }) => text)).toEqual(['B', 'C']);
    expect(valuesOf(read, 'faithfulness')).toEqual([0.5, 'import_nan']);
  });
});

describe('ids', () => {
  it('tells doubled ids apart by the content of their rows', async () => {
    const read = await readFixture('doubled_ids.csv');
    const ids = read.records.map(({ query_id }) => query_id);
    expect(new Set(ids).size).toBe(4);
    expect(ids[3]).toBe('8');
    expect(ids[0]).toMatch(/^7-[0-9a-f]{8}$/);
    expect(ids[2]).toBe(`${ids[1]}-2`);
    expect(read.repairs['doubled_id']).toBe(3);
  });

  it('gives the same question the same made id wherever it stands', async () => {
    const first = await readFixture('pipe_contexts.csv');
    const second = await readFixture('unquoted_delimiter.csv').catch(() => undefined);
    expect(second).toBeUndefined();
    const other = await readFixture('mac_line_ends.csv');
    expect(other.records[0]?.query_id).toBe(first.records[0]?.query_id);
  });
});

describe('slice keys', () => {
  it('group radicals and stray blanks together and keep the originals', async () => {
    const read = await readFixture('slice_keys.jsonl');
    expect(read.records.map(({ intent_l2 }) => intent_l2)).toEqual(['金融', '金融', '金融', '__proto__']);
    expect(read.records[0]?.metadata['original_slice_keys']).toEqual({ intent_l2: '⾦融' });
    expect(read.repairs['slice_key']).toBe(3);
  });
});

describe('metrics of other tools', () => {
  it('come in as evaluator metrics with their direction and scale', async () => {
    const read = await readFixture('lower_is_better.csv');
    expect(read.result.scored_metrics).toEqual(['hallucination', 'politeness']);
    expect({ ...read.result.metric_info }).toEqual({
      hallucination: {
        label: 'hallucination',
        group: 'evaluator',
        unit: 'ratio',
        higher_is_better: false,
        aggregate: 'mean',
      },
      politeness: { label: 'politeness', group: 'evaluator', unit: 'count', higher_is_better: true, aggregate: 'mean' },
    });
    expect(valuesOf(read, 'politeness')).toEqual([4, 5]);
    expect(read.records[0]?.metadata['tokens']).toBe('120');
    expect(read.repairs).toMatchObject({ 'unknown_field:tokens': 2 });
  });
});
