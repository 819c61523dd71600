import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findImporter, importBeir, importRagent, importTrec } from '../src/index.ts';
import { fixtureFile, memoryFile, readFixture, readImport, readResult, valuesOf } from './import-fixture.ts';

const BEIR = path.resolve(import.meta.dirname, '../../../fixtures/benchmarks/beir-mini');
const beirFolder = {
  name: 'beir-mini',
  file: (name: string) =>
    ['queries.jsonl', 'corpus.jsonl', 'qrels/test.tsv'].includes(name)
      ? memoryFile(name, readFileSync(path.join(BEIR, name)))
      : undefined,
};

describe('ragent', () => {
  it('reads records with their scores; null is missing, own metrics are left out', async () => {
    const result = await importRagent({
      run: fixtureFile('ragent_run.jsonl'),
      scores: fixtureFile('ragent_scores.json'),
    });
    const read = await readResult(result, 'ragent');
    expect(valuesOf(read, 'faithfulness')).toEqual([0.5, 'import_nan']);
    expect(
      read.records.map(({ query_id, final_status, predicted_intent }) => [query_id, final_status, predicted_intent]),
    ).toEqual([
      ['a', 'success', 'S1'],
      ['b', 'error', null],
    ]);
    expect(read.records[0]?.response?.metadata['ranking']).toEqual(['d1', 'd1', 'd2']);
    expect(read.repairs).toEqual({ bare_nan: 1, recomputed: 1, blank_reference_id: 2 });
  });

  it('sets rounding noise to the end it lies beyond, told, and refuses other scales', async () => {
    const scores = (value: number): string =>
      JSON.stringify({ metrics: [{ name: 'faithfulness', per_sample: { a: value } }] });
    const run = fixtureFile('ragent_run.jsonl');
    const noisy = await importRagent({ run, scores: memoryFile('s.json', scores(1.0000000000000002)) });
    const read = await readResult(noisy, 'ragent');
    expect([valuesOf(read, 'faithfulness')[0], read.repairs['rounding_noise']]).toEqual([1, 1]);
    await expect(importRagent({ run, scores: memoryFile('s.json', scores(85)) })).rejects.toMatchObject({
      code: 'data',
      got: '85',
    });
  });

  it('groups by normalised slice keys and keeps the originals', async () => {
    const line = readFileSync(path.resolve(BEIR, '../../importers/ragent_run.jsonl'), 'utf8').split('\n')[0] ?? '';
    const record = JSON.stringify({
      ...JSON.parse(line),
      intent_l1: '\u2f56 ',
      intent_l2: 'S1\u00a0a',
      intent_pred: 'S1 a',
    });
    const read = await readImport(memoryFile('keys.jsonl', `${record}\n`));
    expect(read.records[0]).toMatchObject({ intent_l1: '爪', intent_l2: 'S1 a', predicted_intent: 'S1 a' });
    expect(read.records[0]?.metadata['original_slice_keys']).toEqual({ intent_l1: '\u2f56 ', intent_l2: 'S1\u00a0a' });
    expect(read.repairs['slice_key']).toBe(2);
  });

  it('is found by its fields, and refuses an id that stands twice', async () => {
    expect((await readFixture('ragent_run.jsonl')).format).toBe('ragent');
    const line = readFileSync(path.resolve(BEIR, '../../importers/ragent_run.jsonl'), 'utf8').split('\n')[0] ?? '';
    await expect(readImport(memoryFile('twice.jsonl', `${line}\n${line}\n`))).rejects.toMatchObject({
      code: 'data',
      line: 2,
      message: 'the query_id "a" stands twice, first on line 1',
    });
  });
});

describe('trec', () => {
  it('sorts by score, ties by id descending, and adds judged queries the run lacks', async () => {
    const files = {
      qrels: memoryFile('q', 'q1 0 a 1\nq3 0 z 1\n'),
      run: memoryFile('r', 'q1 Q0 a 1 2 t\nq1 Q0 b 2 2 t\nq9 Q0 a 1 1 t\n'),
    };
    const read = await readResult(await importTrec(files), 'trec');
    expect(read.records.map(({ query_id, response }) => [query_id, response?.results.map(({ id }) => id)])).toEqual([
      ['q1', ['b', 'a']],
      ['q3', []],
    ]);
    expect(read.repairs).toEqual({ unjudged_query: 1, query_missing_from_run: 1 });
  });

  it('is recognised where auto is asked, with the way to call it', async () => {
    await expect(readFixture('trec.run')).rejects.toMatchObject({
      message: 'this is a run of TREC or its judgements',
      hint: 'name both: reportcard import trec --qrels F --run F',
    });
  });
});

describe('beir', () => {
  it('joins queries, judgements, texts and a ranking; names such as __proto__ are ids', async () => {
    const read = await readResult(await importBeir(beirFolder, fixtureFile('beir_run.json')), 'beir');
    expect(
      read.records.map(({ query_id, user_input, reference_doc_ids, response }) => [
        query_id,
        user_input,
        reference_doc_ids,
        response?.results.map(({ id, text }) => [id, text]),
      ]),
    ).toEqual([
      [
        'q1',
        'how often do ferries run',
        ['d1', 'd2'],
        [
          ['d1', 'Ferries\nFerries run every hour.'],
          ['d2', 'Trains run every two hours.'],
        ],
      ],
      ['q2', 'an odd document', ['__proto__'], [['__proto__', 'Odd\nA document with an odd id.']]],
    ]);
    expect(read.result.profile).toBe('trec');
  });

  it('takes grades from a level on', async () => {
    const read = await readResult(
      await importBeir(beirFolder, fixtureFile('beir_run.json'), { relevanceLevel: 2 }),
      'beir',
    );
    expect(read.records.map(({ reference_doc_ids }) => reference_doc_ids)).toEqual([['d1'], []]);
  });

  it('says what the folder lacks', async () => {
    await expect(importBeir(beirFolder, fixtureFile('beir_run.json'), { split: 'dev' })).rejects.toMatchObject({
      code: 'data',
      file: 'beir-mini/qrels/dev.tsv',
      message: 'the BEIR folder lacks this file',
    });
    await expect(importBeir(beirFolder, fixtureFile('beir_run.json'), { split: '../../x' })).rejects.toMatchObject({
      code: 'usage',
    });
  });
});

describe('heta', () => {
  it('refuses a case that stands twice', async () => {
    const report = JSON.parse(readFileSync(path.resolve(BEIR, '../../importers/heta_report.json'), 'utf8')) as {
      case_results: unknown[];
    };
    report.case_results.push(report.case_results[1]);
    await expect(readImport(memoryFile('report.json', JSON.stringify(report)))).rejects.toMatchObject({
      code: 'data',
      message: 'the case "c1" stands twice',
    });
  });

  it('refuses a report of another version', async () => {
    await expect(
      readImport(
        memoryFile('report.json', '{"schema_version":"2","report_id":"r","benchmark":{"name":"b"},"case_results":[]}'),
      ),
    ).rejects.toMatchObject({ code: 'data' });
  });
});

describe('workbooks and Parquet', () => {
  it('reads the first worksheet that holds rows, rows of means left out', async () => {
    const read = await readFixture('ragas.xlsx');
    expect(read.format).toBe('ragas');
    expect(
      read.records.map(({ user_input, response }) => [user_input, response?.results.map(({ text }) => text)]),
    ).toEqual([
      ['When?', ['A', 'B']],
      ['Where?', ['C']],
    ]);
    expect(valuesOf(read, 'faithfulness')).toEqual([0.9999999999, 'import_nan']);
    expect(read.repairs['average_row']).toBe(1);
  });

  it('reads Parquet', async () => {
    const read = await readFixture('own_table.parquet');
    expect(valuesOf(read, 'context_recall')).toEqual([0.9999999999, 1, 'import_nan']);
  });

  it('says of a broken workbook how to save it again', async () => {
    await expect(readImport(memoryFile('x.xlsx', Buffer.from('PK\u0003\u0004 nothing')))).rejects.toMatchObject({
      message: 'the workbook cannot be read',
      hint: expect.stringContaining('.xlsx'),
    });
  });
});

describe('findImporter', () => {
  it('knows every format by name, csv and jsonl as tables, and the nearest name', () => {
    expect(findImporter('csv').format).toBe('table');
    expect(() => findImporter('ragass')).toThrow(
      expect.objectContaining({ code: 'usage', hint: 'did you mean ragas?' }),
    );
  });

  it('refuses several files where a format takes one', async () => {
    await expect(findImporter('ragas').open({ files: [] }, {})).rejects.toMatchObject({
      code: 'usage',
      message: 'import ragas takes one file',
      got: 'none',
    });
  });
});

describe('column mapping', () => {
  const text = 'ask,reply,Tone (1-5),Region\nWhen?,Now.,4,North\nWhere?,Here.,5,South\n';

  it('takes fields, scores and labels from the columns it names', async () => {
    const columns = { user_input: 'ask', response: 'reply', 'score:tone': 'Tone (1-5)', 'label:region': 'Region' };
    const read = await readImport(memoryFile('t.csv', text), { columns });
    expect(valuesOf(read, 'tone')).toEqual([4, 5]);
    expect(read.records.map(({ labels }) => labels['region'])).toEqual(['North', 'South']);
    expect(read.result.metric_info?.['tone']).toMatchObject({ unit: 'count', group: 'evaluator' });
  });

  it('refuses unknown columns and fields with the nearest name', async () => {
    await expect(
      readImport(memoryFile('t.csv', text), { columns: { user_input: 'asks', response: 'reply' } }),
    ).rejects.toMatchObject({ code: 'usage', hint: 'did you mean ask?' });
    await expect(readImport(memoryFile('t.csv', text), { columns: { user_imput: 'ask' } })).rejects.toMatchObject({
      code: 'usage',
      hint: 'did you mean user_input?',
    });
  });
});

describe('our own tables', () => {
  const table = readFileSync(path.resolve(BEIR, '../../importers/own_table.csv'), 'utf8');
  const [header = ''] = table.split(/\r?\n/);
  const columns = header.replace(/^\ufeff/, '').split(',');

  it.each([
    ['latency_ms', 'soon'],
    ['requires_rag', 'perhaps'],
    ['retrieved_contexts', 'A text'],
    ['labels', 'north'],
  ])('refuse a cell of %s that no longer is what was exported', async (name, text) => {
    const cells = Object.fromEntries(columns.map((column) => [column, '']));
    const row = { ...cells, query_id: 'a', user_input: 'When?', final_status: 'success', unscored: '{}', [name]: text };
    const body = `${columns.join(',')}\n${Object.values(row).join(',')}\n`;
    await expect(readImport(memoryFile('own.csv', body))).rejects.toMatchObject({ code: 'data', line: 2, path: name });
  });
});
