import type { SheetState } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { createSheet, formatCsv, type SheetDocument } from '../src/index.ts';
import { buildRecords, buildScores, hashOf } from './build-scores.ts';

const SHA = 'f'.repeat(64);

function rowsOf(document: SheetDocument): Record<string, unknown>[] {
  return [...document.rows].map((row) => Object.fromEntries(document.columns.map((name, index) => [name, row[index]])));
}

function sheetOf(columns: string[], rows: Record<string, string>[]): SheetState {
  return {
    path: 'reports/v1/per_sample.csv',
    columns,
    rows: rows.map((cells, index) => ({ record: index + 1, cells })),
    format: 'csv',
    dialect: { encoding: 'utf-8', delimiter: ',', decimal_comma: false, guessed: false },
  };
}

describe('createSheet', () => {
  it('puts the columns in the order of the format', () => {
    const scores = buildScores(
      { a: { scores: { 'hit@5': 1, faithfulness: 0.5 } } },
      { 'hit@5': {}, faithfulness: { group: 'ragas' }, context_recall: { group: 'ragas' } },
    );
    expect(createSheet(scores, { scoresSha256: SHA }).columns).toEqual([
      'query_id',
      'intent_l1',
      'intent_l2',
      'difficulty',
      'requires_rag',
      'final_status',
      'user_input',
      'hit@5',
      'faithfulness',
      'faithfulness_manual',
      'context_recall',
      'context_recall_manual',
      'manual_reviewer',
      'manual_reason',
      'response_preview',
      'scores_sha256',
      'inputs_sha256',
    ]);
  });

  it('shows query_mode, unit_id and pass only where they vary', () => {
    const scores = buildScores({
      'a@x~0': { query_id: 'a', query_mode: 'x', pass: 0 },
      'a@y~1': { query_id: 'a', query_mode: 'y', pass: 1 },
    });
    const document = createSheet(scores, { scoresSha256: SHA });
    expect(document.columns.slice(0, 4)).toEqual(['query_id', 'query_mode', 'pass', 'intent_l1']);
    expect(rowsOf(document)[1]).toMatchObject({ query_id: 'a', query_mode: 'y', pass: 1 });
  });

  it('shows one column for the aggregates of one time, and none for a metric without any value', () => {
    const ms = { unit: 'ms', higher_is_better: false } as const;
    const scores = buildScores(
      { a: { scores: { ttft_p50_ms: 12, ttft_p95_ms: 12, ttft_mean_ms: 12, latency_p50_ms: 30 } } },
      { ttft_p50_ms: ms, ttft_p95_ms: ms, ttft_mean_ms: ms, latency_p50_ms: ms, wrong_answer_rate: {} },
    );
    const { columns } = createSheet(scores, { scoresSha256: SHA });
    expect(columns.filter((name) => /_ms$|rate/.test(name))).toEqual(['ttft_p50_ms', 'latency_p50_ms']);
  });

  it('gives a configured metric a manual cell', () => {
    const scores = buildScores({ a: { scores: { 'hit@5': 1 } } });
    expect(createSheet(scores, { scoresSha256: SHA, humanScorable: ['hit@5'] }).columns).toContain('hit@5_manual');
    expect(createSheet(scores, { scoresSha256: SHA }).columns).not.toContain('hit@5_manual');
  });

  it('fills texts from the records, cuts hashes to 16 digits and the answer to 200 characters', () => {
    const scores = buildScores({ a: { scores: { faithfulness: 0 } } });
    const records = buildRecords({ a: { question: '=怎么退货？', answer: '答'.repeat(201) } });
    const document = createSheet(scores, { records, scoresSha256: SHA });
    expect(rowsOf(document)[0]).toMatchObject({
      user_input: '=怎么退货？',
      faithfulness: 0,
      faithfulness_manual: null,
      response_preview: `${'答'.repeat(200)}…`,
      scores_sha256: 'f'.repeat(16),
      inputs_sha256: hashOf('a').slice(0, 16),
    });
    expect([...formatCsv(document)].join('')).toContain("'=怎么退货？");
  });

  it('leaves texts empty without records', () => {
    const document = createSheet(buildScores({ a: {} }), { scoresSha256: null });
    expect(rowsOf(document)[0]).toMatchObject({ user_input: null, response_preview: null, scores_sha256: '' });
  });

  it('shows the automatic value beside the human one', () => {
    const override = {
      sample_id: 'a',
      metric: 'faithfulness',
      auto: { value: 0.3, status: 'ok' },
      manual: 0.9,
      reviewer: 'Li',
      reason: null,
      at: '2026-06-02T00:00:00.000Z',
      source: 'per_sample.csv!F2',
      inputs_sha256: hashOf('a'),
    };
    const scores = buildScores({ a: { scores: { faithfulness: 0.9 } } }, undefined, { overrides: [override] });
    expect(rowsOf(createSheet(scores, { scoresSha256: SHA }))[0]).toMatchObject({
      faithfulness: 0.3,
      faithfulness_manual: 0.9,
      manual_reviewer: 'Li',
    });
  });

  it('keeps row order, column order, manual cells as typed, remarks and own columns', () => {
    const scores = buildScores({ a: {}, b: {}, c: {} });
    const sheet = sheetOf(
      ['note', 'faithfulness_manual', 'query_id', 'manual_reason', 'inputs_sha256'],
      [
        {
          query_id: 'c',
          note: 'x',
          faithfulness_manual: '８０％',
          manual_reason: 'because',
          inputs_sha256: hashOf('c').slice(0, 16),
        },
        { query_id: 'a', note: '007', faithfulness_manual: '', manual_reason: '', inputs_sha256: '' },
      ],
    );
    const document = createSheet(scores, { sheet, scoresSha256: SHA });
    expect(document.columns.filter((name) => sheet.columns.includes(name))).toEqual(sheet.columns);
    expect(rowsOf(document).map((row) => row['query_id'])).toEqual(['c', 'a', 'b']);
    expect(rowsOf(document)[0]).toMatchObject({ note: 'x', faithfulness_manual: '８０％', manual_reason: 'because' });
    expect([...formatCsv(document)].join('')).toContain('007,');
  });

  it('puts rows of samples the run no longer has at the end, as they were', () => {
    const sheet = sheetOf(
      ['query_id', 'faithfulness', 'faithfulness_manual', 'inputs_sha256'],
      [
        { query_id: 'gone', faithfulness: '0.25', faithfulness_manual: '0.5', inputs_sha256: '0123456789abcdef' },
        { query_id: 'a', faithfulness: '0.5', faithfulness_manual: '', inputs_sha256: '' },
      ],
    );
    const rows = rowsOf(
      createSheet(buildScores({ a: { scores: { faithfulness: 0.5 } } }), { sheet, scoresSha256: SHA }),
    );
    expect(rows.map((row) => row['query_id'])).toEqual(['a', 'gone']);
    expect(rows[1]).toMatchObject({
      faithfulness: '0.25',
      faithfulness_manual: '0.5',
      inputs_sha256: '0123456789abcdef',
    });
  });

  it('keeps the old hash of a row whose human scores were given for another answer', () => {
    const columns = ['query_id', 'faithfulness_manual', 'inputs_sha256'];
    const stale = sheetOf(columns, [{ query_id: 'a', faithfulness_manual: '0.5', inputs_sha256: '0123456789abcdef' }]);
    const blank = sheetOf(columns, [{ query_id: 'a', faithfulness_manual: ' ', inputs_sha256: '0123456789abcdef' }]);
    const scores = buildScores({ a: {} });
    expect(rowsOf(createSheet(scores, { sheet: stale, scoresSha256: SHA }))[0]?.['inputs_sha256']).toBe(
      '0123456789abcdef',
    );
    expect(rowsOf(createSheet(scores, { sheet: blank, scoresSha256: SHA }))[0]?.['inputs_sha256']).toBe(
      hashOf('a').slice(0, 16),
    );
  });

  it('keeps the texts of the sheet where no records are at hand, but not those of another answer', () => {
    const columns = ['query_id', 'user_input', 'response_preview', 'faithfulness_manual', 'inputs_sha256'];
    const cells = { query_id: 'a', user_input: 'why?', response_preview: 'because', faithfulness_manual: '1' };
    const scores = buildScores({ a: {} });
    const render = (hash: string): unknown =>
      rowsOf(
        createSheet(scores, { sheet: sheetOf(columns, [{ ...cells, inputs_sha256: hash }]), scoresSha256: SHA }),
      )[0];
    expect(render(hashOf('a').slice(0, 16))).toMatchObject({ user_input: 'why?', response_preview: 'because' });
    expect(render('0123456789abcdef')).toMatchObject({ user_input: null, response_preview: null });
  });

  it('matches rows by mode and pass, not by the id text', () => {
    const scores = buildScores({
      'a%40x@y~0': { query_id: 'a@x', query_mode: 'y', pass: 0 },
      'a%40x@z~1': { query_id: 'a@x', query_mode: 'z', pass: 1 },
    });
    const sheet = sheetOf(
      ['query_id', 'query_mode', 'pass', 'faithfulness_manual'],
      [{ query_id: 'a@x', query_mode: 'z', pass: '1', faithfulness_manual: '0.5' }],
    );
    const rows = rowsOf(createSheet(scores, { sheet, scoresSha256: SHA }));
    expect(rows[0]).toMatchObject({ query_mode: 'z', faithfulness_manual: '0.5' });
    expect(rows).toHaveLength(2);
  });

  it('works with intents and ids named like object internals', () => {
    const document = createSheet(buildScores({ ['constructor']: { intent_l1: '__proto__' } }), { scoresSha256: SHA });
    expect(rowsOf(document)[0]).toMatchObject({ query_id: 'constructor', intent_l1: '__proto__' });
  });
});
