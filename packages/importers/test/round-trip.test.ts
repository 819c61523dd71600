import type { ScoreState } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { findExporter, findImporter } from '../src/index.ts';
import { exportFiles, statesOf } from './export-input.ts';
import { memoryFile, type ReadImport, readFixture, readImport, readResult } from './import-fixture.ts';

const SOURCES = [
  'ragas_88_of_100_missing.json',
  'words_as_scores.csv',
  'lower_is_better.csv',
  'doubled_ids.csv',
  'slice_keys.jsonl',
  'deepeval_test_run.json',
  'promptfoo_v4_two_providers.json',
  'promptfoo_v3.json',
  'phoenix_experiment.json',
  'inspect_log.json',
  'heta_report.json',
  'ragas01_blank_context.csv',
];

async function again(read: ReadImport, format: string): Promise<ReadImport> {
  const { files } = await exportFiles(read, format);
  return readImport(files[0] ?? memoryFile('none', ''));
}

/** What a sample is, by the fields that identify it, with all its scores. */
function identify(read: ReadImport): unknown[] {
  return read.records.map(({ query_id, query_mode, unit_id, pass }, index) => [
    query_id,
    query_mode,
    unit_id,
    pass,
    statesOf(read, index),
  ]);
}

function okOnly(scores: Readonly<Record<string, ScoreState>>): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(scores)
      .filter(([, { status }]) => status === 'ok')
      .map(([metric, { value }]) => [metric, value]),
  );
}

describe.each(['jsonl', 'csv', 'parquet', 'heta'])('export %s', (format) => {
  it.each(SOURCES)('and import again gives the same scores, states and ids of %s', async (name) => {
    const read = await readFixture(name);
    const second = await again(read, format);
    expect(identify(second)).toEqual(identify(read));
    expect(second.result.scored_metrics).toEqual(read.result.scored_metrics);
  });

  it.each(SOURCES)('keeps questions, answers, references, slices and statuses of %s', async (name) => {
    const read = await readFixture(name);
    const second = await again(read, format);
    const facts = ({ records }: ReadImport): unknown[] =>
      records.map((record) => [
        record.user_input,
        record.reference,
        record.response?.answer || null,
        record.intent_l2,
        { ...record.labels },
        record.final_status,
        record.not_recorded,
        record.latency_ms,
        record.response?.results.map(({ text }) => text) ?? [],
      ]);
    expect(facts(second)).toEqual(facts(read));
  });
});

describe('export jsonl', () => {
  it('keeps whole records and what metrics are', async () => {
    const read = await readFixture('lower_is_better.csv');
    const second = await again(read, 'jsonl');
    expect(second.records).toEqual(read.records);
    expect(second.result.metric_info).toEqual(read.result.metric_info);
    expect(second.format).toBe('records');
  });
});

describe('export ragas', () => {
  it.each(['ragas_88_of_100_missing.json', 'words_as_scores.csv', 'lower_is_better.csv', 'doubled_ids.csv'])(
    'and import again gives the same scores of %s',
    async (name) => {
      const read = await readFixture(name);
      const second = await again(read, 'ragas');
      expect(second.format).toBe('ragas');
      expect(identify(second)).toEqual(identify(read));
    },
  );

  it('names the fields as RAGAS does', async () => {
    const { texts } = await exportFiles(await readFixture('columns_frame.json'), 'ragas');
    const lines = (texts[0] ?? '')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines[1]).toEqual({
      query_id: expect.any(String),
      user_input: 'Where?',
      response: 'Here.',
      reference: 'Here',
      retrieved_contexts: ['B', 'C'],
      faithfulness: null,
    });
  });
});

describe('export deepeval', () => {
  it.each(['ragas_88_of_100_missing.json', 'deepeval_test_run.json'])(
    'and import again gives the same scores of %s',
    async (name) => {
      const read = await readFixture(name);
      const second = await again(read, 'deepeval');
      expect(second.format).toBe('deepeval');
      expect(second.scores.map(okOnly)).toEqual(read.scores.map(okOnly));
      expect(second.records.map(({ query_id }) => query_id)).toEqual(read.records.map(({ query_id }) => query_id));
    },
  );

  it('says why a metric has no score', async () => {
    const { texts } = await exportFiles(await readFixture('words_as_scores.csv'), 'deepeval');
    const run = JSON.parse(texts[0] ?? '') as {
      testCases: { metricsData: { name: string; score: number | null; error: string | null }[] }[];
    };
    expect(run.testCases[0]?.metricsData[0]).toMatchObject({
      name: 'Faithfulness (ragas)',
      score: null,
      error: 'judge_error/import_nan',
    });
  });
});

describe('export trec', () => {
  const qrels = 'q1 0 a 1\nq1 0 b 0\nq2 0 c 1\n';
  const run = 'q1 Q0 b 1 9.5 t\nq1 Q0 a 2 9.5 t\nq1 Q0 z 3 1e-3 t\nq2 Q0 x 1 2 t\n';
  const importTrec = async (judgements: string, ranking: string): Promise<ReadImport> =>
    readResult(
      await findImporter('trec').open(
        { files: [], named: { qrels: memoryFile('q', judgements), run: memoryFile('r', ranking) } },
        {},
      ),
      'trec',
    );

  it('and import again gives the same rankings and judgements', async () => {
    const read = await importTrec(qrels, run);
    const { texts, notes } = await exportFiles(read, 'trec');
    const second = await importTrec(texts[1] ?? '', texts[0] ?? '');
    expect(second.records).toEqual(read.records);
    expect(notes).toEqual([]);
  });

  it('writes ranks where the scores would not keep the order', async () => {
    const read = await importTrec(qrels, run);
    const records = read.records.map((record) => ({
      ...record,
      response: record.response === null ? null : { ...record.response, results: record.response.results.toReversed() },
    }));
    const { texts, notes } = await exportFiles({ ...read, records }, 'trec');
    expect((texts[0] ?? '').split('\n').slice(0, 3)).toEqual(['q1 Q0 z 1 3 run', 'q1 Q0 a 2 2 run', 'q1 Q0 b 3 1 run']);
    expect(notes).toEqual([
      'the scores of 1 rankings would not keep their order in trec_eval: ranks were written for them',
    ]);
  });

  it('refuses ids with blanks and queries that were recorded twice', async () => {
    const read = await readFixture('inspect_log.json');
    await expect(exportFiles(read, 'trec')).rejects.toMatchObject({
      code: 'usage',
      hint: 'choose one query mode with --mode',
    });
    const blank = await readImport(memoryFile('x.csv', 'id,question,response,contexts\na b,When?,Now.,A\n'));
    await expect(exportFiles(blank, 'trec')).rejects.toMatchObject({ code: 'data', got: '"a b"' });
  });
});

describe('export csv', () => {
  it('writes UTF-8 with BOM, CRLF and quotes where they are needed', async () => {
    const { texts } = await exportFiles(await readFixture('faq_only.csv', { columns: { response: 'answer' } }), 'csv');
    const text = texts[0] ?? '';
    expect(text.startsWith('\ufeffquery_id,query_mode,')).toBe(true);
    expect(text).toContain('"창구에서, 7일 안에."');
    expect(text.endsWith('\r\n')).toBe(true);
  });
});

describe('findExporter', () => {
  it('names the nearest format', () => {
    expect(() => findExporter('parket')).toThrow(expect.objectContaining({ hint: 'did you mean parquet?' }));
  });
});
