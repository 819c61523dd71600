import { describe, expect, it } from 'vitest';
import { attributeFailures, createFailureRules } from '../src/index.ts';
import { tableOf } from './score-tables.ts';

const RULES = createFailureRules();

describe('attributeFailures', () => {
  it('names all causes of a sample in pipeline order', () => {
    const table = tableOf([
      { answer_correctness: 0.2, faithfulness: 0.35, 'hit@5': 0, false_refusal_rate: 1, request_failure_rate: 0 },
    ]);
    expect(attributeFailures(table, RULES).reasons).toEqual([
      ['refused_when_required', 'hit@5_miss', 'faithfulness_low(0.35)', 'answer_correctness_low(0.20)'],
    ]);
  });

  it('has a cause for each link of the chain', () => {
    const table = tableOf([
      { request_failure_rate: 1 },
      { false_refusal_rate: 1 },
      { over_retrieval_rate: 1 },
      { 'hit@5': 0 },
      { empty_response_rate: 1 },
      { wrong_answer_rate: 1 },
      { faithfulness: 0 },
      { answer_correctness: 0.499 },
    ]);
    expect(attributeFailures(table, RULES).reasons.flat()).toEqual([
      'request_failed',
      'refused_when_required',
      'over_retrieved',
      'hit@5_miss',
      'empty_response',
      'answered_when_refusal_expected',
      'faithfulness_low(0.00)',
      'answer_correctness_low(0.49)',
    ]);
  });

  it('blames a failed request alone for a miss', () => {
    const table = tableOf([
      { 'hit@5': 0, request_failure_rate: 1 },
      { 'hit@5': 0, request_failure_rate: 0 },
    ]);
    expect(attributeFailures(table, RULES).reasons).toEqual([['request_failed'], ['hit@5_miss']]);
  });

  it('finds nothing in good scores, a score at the threshold among them', () => {
    const table = tableOf([{ 'hit@5': 1, faithfulness: 0.5, answer_correctness: 1, request_failure_rate: 0 }]);
    expect(attributeFailures(table, RULES)).toEqual({
      reasons: [[]],
      summary: {
        n_failed: 0,
        n_total: 1,
        by_reason: { request_failed: 0, 'hit@5_miss': 0, faithfulness_low: 0, answer_correctness_low: 0 },
        combinations: [],
      },
    });
  });

  it('never takes an unscored metric for a cause, nor counts it as measured', () => {
    const table = tableOf([
      {
        faithfulness: { value: null, status: 'judge_error', code: 'truncated' },
        'hit@5': { value: null, status: 'not_applicable' },
      },
    ]);
    expect(attributeFailures(table, RULES)).toMatchObject({ reasons: [[]], summary: { by_reason: {} } });
    expect(Object.keys(attributeFailures(table, RULES).summary.by_reason)).toEqual([]);
  });

  it('counts causes in pipeline order, and combinations by how often they occur', () => {
    const both = { 'hit@5': 0, answer_correctness: 0.1 };
    const table = tableOf([
      { 'hit@5': 1, answer_correctness: 0.1 },
      { 'hit@5': 0, answer_correctness: 0.9 },
      both,
      both,
      { 'hit@5': 1, answer_correctness: 1 },
    ]);
    const { summary } = attributeFailures(table, RULES);
    expect(summary).toEqual({
      n_failed: 4,
      n_total: 5,
      by_reason: { 'hit@5_miss': 3, answer_correctness_low: 3 },
      combinations: [
        { reasons: ['hit@5_miss', 'answer_correctness_low'], n: 2 },
        { reasons: ['hit@5_miss'], n: 1 },
        { reasons: ['answer_correctness_low'], n: 1 },
      ],
    });
    expect(Object.keys(summary.by_reason)).toEqual(['hit@5_miss', 'answer_correctness_low']);
  });

  it('has an empty summary for an empty table', () => {
    expect(attributeFailures(tableOf([]), RULES)).toEqual({
      reasons: [],
      summary: { n_failed: 0, n_total: 0, by_reason: {}, combinations: [] },
    });
  });

  it('judges by a configured threshold and by further rules, which come last', () => {
    const rules = createFailureRules({
      thresholds: { faithfulness: 0.7 },
      rules: [
        { metric: 'ttft_p50_ms', above: 3000 },
        { metric: 'recall@5', below: 1, name: 'documents_missed' },
      ],
    });
    const table = tableOf([
      { ttft_p50_ms: 3000.129, 'recall@5': 2 / 3, faithfulness: 0.69 },
      { ttft_p50_ms: 3000, 'recall@5': 1 },
    ]);
    expect(attributeFailures(table, rules).reasons).toEqual([
      ['faithfulness_low(0.69)', 'ttft_p50_ms_high(3000.12)', 'documents_missed(0.66)'],
      [],
    ]);
  });
});
