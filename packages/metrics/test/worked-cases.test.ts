import type { RunRecordInput, ScoreCell } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { createOwnMetrics, ragasState, resolvePolicies, scoreRecord } from '../src/index.ts';
import { result, sampleRecord } from './sample-record.ts';

const policies = resolvePolicies('default');
const definitions = createOwnMetrics(policies);

function scoreAll(changes: Partial<RunRecordInput>): Record<string, ScoreCell> {
  const cells = scoreRecord(sampleRecord(changes), definitions, policies);
  return Object.fromEntries(definitions.map((definition, index) => [definition.id, cells[index] as ScoreCell]));
}

const RETRIEVAL = ['hit@1', 'hit@3', 'hit@5', 'hit@10', 'recall@1', 'recall@3', 'recall@5', 'recall@10', 'mrr@10'];
const value = (number: number): ScoreCell => ({ value: number, status: 'ok' });
const outside = (code: string): ScoreCell => ({ value: null, status: 'not_applicable', code });

describe('the worked cases of METRICS §6.1', () => {
  it('leaves retrieval metrics out where a question that requires retrieval has no reference documents', () => {
    const cells = scoreAll({ reference_doc_ids: [] });
    for (const id of RETRIEVAL) expect(cells[id], id).toEqual(outside('no_reference_docs'));
  });

  it('counts a refusal with empty retrieval and blank answer as miss and false refusal, and correctness 0 by rule', () => {
    const refusal: Partial<RunRecordInput> = { final_status: 'refused', response: { results: [], answer: '' } };
    const cells = scoreAll(refusal);
    for (const id of RETRIEVAL) expect(cells[id], id).toEqual(value(0));
    expect(cells['false_refusal_rate']).toEqual(value(1));
    expect(cells['request_failure_rate']).toEqual(value(0));
    expect(ragasState(sampleRecord(refusal), 'answer_correctness', policies, { judge: true })).toEqual({
      value: 0,
      status: 'ok',
      code: 'empty_response',
    });
  });

  it('scores a timeout by what was retrieved, as a failed request only, and skips RAGAS', () => {
    const timeout: Partial<RunRecordInput> = {
      final_status: 'timeout',
      response: { results: [result('c'), result('a')], answer: 'The lock has' },
      error: { message: 'timed out' },
    };
    const cells = scoreAll(timeout);
    expect(cells['hit@1']).toEqual(value(0));
    expect(cells['hit@3']).toEqual(value(1));
    expect(cells['recall@3']).toEqual(value(0.5));
    expect(cells['mrr@10']).toEqual(value(0.5));
    expect(cells['request_failure_rate']).toEqual(value(1));
    for (const id of [
      'false_refusal_rate',
      'fallback_rate',
      'empty_response_rate',
      'incorrect_answer_rate',
      'ttft_p50_ms',
      'latency_p95_ms',
    ]) {
      expect(cells[id], id).toEqual(outside('request_failed'));
    }
    for (const id of [
      'faithfulness',
      'answer_relevancy',
      'answer_correctness',
      'context_precision',
      'context_recall',
    ]) {
      expect(ragasState(sampleRecord(timeout), id, policies, { judge: true }), id).toEqual({
        value: null,
        status: 'skipped',
        code: 'request_failed',
      });
    }
  });

  it('keeps a right intent of a failed chat, and counts an unrecorded prediction of it as wrong', () => {
    const failed = { final_status: 'error', response: null, error: { message: 'boom' } } as const;
    expect(scoreAll({ ...failed })['intent_top1']).toEqual(value(1));
    expect(scoreAll({ ...failed, predicted_intent: null })['intent_top1']).toEqual(value(0));
    expect(scoreAll({ ...failed })['hit@10']).toEqual(value(0));
  });

  it('sees no over-retrieval where nothing was retrieved for a question without retrieval', () => {
    const record: Partial<RunRecordInput> = {
      requires_rag: false,
      reference_doc_ids: [],
      response: { results: [], answer: 'Hello!' },
    };
    expect(scoreAll(record)['over_retrieval_rate']).toEqual(value(0));
    for (const id of ['faithfulness', 'context_precision', 'context_recall']) {
      expect(ragasState(sampleRecord(record), id, policies, { judge: true }), id).toEqual(outside('rag_not_required'));
    }
    const busy = scoreAll({ ...record, response: { results: [result('x')], answer: 'Hello!' } });
    expect(busy['over_retrieval_rate']).toEqual(value(1));
  });

  it('finds no fault in a fallback where the question requires retrieval and has to be refused', () => {
    const cells = scoreAll({ should_refuse: true, response: { results: [], answer: 'I cannot answer that.' } });
    expect(cells['false_refusal_rate']).toEqual(outside('should_refuse'));
    expect(cells['fallback_rate']).toEqual(outside('should_refuse'));
    expect(cells['wrong_answer_rate']).toEqual(value(0));
    expect(cells['incorrect_answer_rate']).toEqual(outside('should_refuse'));
  });

  it('takes a default phrase for a refusal where no retrieval is required and a refusal is due', () => {
    const cells = scoreAll({
      requires_rag: false,
      should_refuse: true,
      response: { results: [], answer: 'Sorry, I can’t help with medical questions.' },
    });
    expect(cells['wrong_answer_rate']).toEqual(value(0));
    expect(cells['over_retrieval_rate']).toEqual(value(0));
  });

  it('counts an answer to a question that has to be refused', () => {
    expect(scoreAll({ should_refuse: true })['wrong_answer_rate']).toEqual(value(1));
  });

  it('never counts a wrong answer where nothing says that a refusal is due', () => {
    expect(scoreAll({ should_refuse: false })['wrong_answer_rate']).toEqual(outside('no_label'));
    expect(scoreAll({ should_refuse: null })['wrong_answer_rate']).toEqual(outside('no_label'));
  });

  it('leaves intent_top1 out where the second-level intent is missing or blank', () => {
    expect(scoreAll({ intent_l2: null })['intent_top1']).toEqual(outside('no_label'));
    expect(scoreAll({ intent_l2: ' ' })['intent_top1']).toEqual(outside('no_label'));
  });

  it('takes retrieved ids that are only blank for nothing retrieved', () => {
    const cells = scoreAll({
      response: { results: [{ id: '  ' }, { id: '', source: { document_id: '' } }], answer: 'x' },
    });
    expect(cells['false_refusal_rate']).toEqual(value(1));
    expect(cells['hit@10']).toEqual(value(0));
    const ranked = scoreAll({ response: { results: [result('a')], answer: 'x', metadata: { ranking: [null, ' '] } } });
    expect(ranked['false_refusal_rate']).toEqual(value(1));
  });

  it('reports a missing first-token time as missing, not as 0', () => {
    const cells = scoreAll({ first_token_ms: null });
    expect(cells['ttft_p50_ms']).toMatchObject({ value: null, status: 'missing_input' });
    expect(cells['latency_p50_ms']).toEqual(value(900));
  });

  it('counts distinct documents where several chunks of one document were retrieved', () => {
    const cells = scoreAll({
      reference_doc_ids: ['b', 'd', 'b'],
      response: { results: [result('a'), result('a'), result('b'), result('b'), result('d')], answer: 'x' },
    });
    expect(cells['hit@1']).toEqual(value(0));
    expect(cells['hit@3']).toEqual(value(1));
    expect(cells['recall@3']).toEqual(value(1));
    expect(cells['mrr@10']).toEqual(value(0.5));
  });
});
