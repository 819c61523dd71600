import type { RunRecordInput, ScoreCell } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { LEXICAL_METRICS, resolvePolicies, scoreRecord } from '../../src/index.ts';
import { result, sampleRecord } from '../sample-record.ts';

const policies = resolvePolicies('default');

function scoreAll(changes: Partial<RunRecordInput>): Record<string, ScoreCell> {
  const cells = scoreRecord(sampleRecord(changes), LEXICAL_METRICS, policies);
  return Object.fromEntries(LEXICAL_METRICS.map(({ id }, index) => [id, cells[index] as ScoreCell]));
}

function answer(text: string, ...contexts: string[]): Partial<RunRecordInput> {
  return { response: { answer: text, results: contexts.map((context, index) => result(`${index}`, context)) } };
}

describe('lexical metrics', () => {
  it('have ids and a group of their own, and none for relevancy', () => {
    expect(LEXICAL_METRICS.map(({ id, group }) => [id, group])).toEqual([
      ['lex_faithfulness', 'lexical'],
      ['lex_answer_correctness', 'lexical'],
      ['lex_context_precision', 'lexical'],
      ['lex_context_recall', 'lexical'],
    ]);
  });

  it('average the coverage of the answer’s sentences by the contexts', () => {
    // First sentence: 保修, 修两, 两年 all covered. Second: 颜色, 色红 of which 颜色 is.
    const cells = scoreAll(answer('保修两年。颜色红。', '该产品保修两年', '颜色有蓝'));
    expect(cells['lex_faithfulness']).toEqual({ value: 0.75, status: 'ok' });
  });

  it('take a sentence for unsupported when it has a number the contexts lack', () => {
    const cells = scoreAll(answer('warranty of 3 years. the lock is red.', 'warranty of 2 years, the lock is red'));
    expect(cells['lex_faithfulness']?.value).toBe(0.5);
    const grouped = scoreAll(answer('the price is 1299 euro.', 'the price is 1,299 euro'));
    expect(grouped['lex_faithfulness']?.value).toBe(1 * (4 / 5));
  });

  it('compare the reference’s sentences with the contexts for recall', () => {
    const cells = scoreAll({
      reference: 'two years warranty. free return shipping.',
      ...answer('x', 'warranty of two years', 'return it'),
    });
    expect(cells['lex_context_recall']?.value).toBeCloseTo((1 + 1 / 3) / 2, 12);
  });

  it('combine unit F1 and cosine for correctness', () => {
    // Units a b b against b c: shared 1, F1 = 2/4; cosine 2/√(5·2).
    const cells = scoreAll({ reference: 'b c', ...answer('a b b') });
    expect(cells['lex_answer_correctness']?.value).toBeCloseTo(0.75 * 0.5 + 0.25 * (2 / Math.sqrt(10)), 12);
    expect(scoreAll({ reference: '保修两年', ...answer('保修两年') })['lex_answer_correctness']?.value).toBeCloseTo(
      1,
      12,
    );
  });

  it('rank contexts by whether they cover 0.4 of the reference', () => {
    const cells = scoreAll({
      reference: 'one two three four five',
      ...answer('x', 'one only', 'two and three', 'nothing'),
    });
    expect(cells['lex_context_precision']?.value).toBe(0.5);
  });

  it('share population and rules with the judged metrics', () => {
    const refused = scoreAll({ final_status: 'refused', response: { results: [], answer: '' } });
    expect(refused).toEqual({
      lex_faithfulness: { value: null, status: 'undefined', code: 'no_statements' },
      lex_answer_correctness: { value: 0, status: 'ok', code: 'empty_response' },
      lex_context_precision: { value: 0, status: 'ok', code: 'rule_no_contexts' },
      lex_context_recall: { value: 0, status: 'ok', code: 'rule_no_contexts' },
    });
    expect(scoreAll({ requires_rag: false })['lex_faithfulness']).toMatchObject({
      status: 'not_applicable',
      code: 'rag_not_required',
    });
    expect(scoreAll({ final_status: 'error' })['lex_context_recall']).toMatchObject({
      status: 'skipped',
      code: 'request_failed',
    });
  });

  it('are undefined where nothing can be compared', () => {
    expect(scoreAll(answer('好。', 'text'))['lex_faithfulness']).toEqual({
      value: null,
      status: 'undefined',
      code: 'no_statements',
    });
    const empty = scoreAll({ reference: '!', ...answer('fine answer', 'text') });
    expect(empty['lex_context_recall']).toEqual({ value: null, status: 'undefined', code: 'reference_no_statements' });
    expect(empty['lex_context_precision']).toEqual({
      value: null,
      status: 'undefined',
      code: 'reference_no_statements',
    });
    expect(empty['lex_answer_correctness']).toEqual({ value: null, status: 'undefined', code: 'no_statements' });
  });

  it('give equal values for equal input', () => {
    const changes = answer('the lock is red and has two years', 'red lock', 'two years');
    expect(scoreAll(changes)).toEqual(scoreAll(changes));
  });
});
