import { RAGAS_ORDER, type RunRecordInput, type ScoreCell } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { RAGAS_METRICS, ragasState, resolvePolicies, scoreRecord } from '../../src/index.ts';
import { result, sampleRecord } from '../sample-record.ts';

const policies = resolvePolicies('default');

function stateOf(
  metric: string,
  changes: Partial<RunRecordInput>,
  means = { judge: true, embedder: true },
): ScoreCell | null {
  return ragasState(sampleRecord(changes), metric, policies, means);
}

function cell(status: string, code: string): ScoreCell {
  return { value: null, status, code } as ScoreCell;
}

const CONTEXT_METRICS = ['faithfulness', 'context_precision', 'context_recall'];
const REFERENCE_METRICS = ['answer_correctness', 'context_precision', 'context_recall'];

describe('population and rules of the five metrics', () => {
  it.each(RAGAS_ORDER)('asks the judge for %s of an ordinary sample', (metric) => {
    expect(stateOf(metric, {})).toBeNull();
  });

  it.each(RAGAS_ORDER)('leaves %s out where a refusal is due, before everything else', (metric) => {
    const changes: Partial<RunRecordInput> = {
      should_refuse: true,
      requires_rag: false,
      reference: null,
      final_status: 'error',
      response: null,
      error: { message: 'x' },
      not_recorded: ['answer', 'results'],
    };
    expect(stateOf(metric, changes)).toEqual(cell('not_applicable', 'should_refuse'));
  });

  it.each(CONTEXT_METRICS)('leaves %s out where no retrieval is required, before a missing reference', (metric) => {
    expect(stateOf(metric, { requires_rag: false, reference: null })).toEqual(
      cell('not_applicable', 'rag_not_required'),
    );
  });

  it('judges relevancy and correctness also where no retrieval is required', () => {
    expect(stateOf('answer_relevancy', { requires_rag: false })).toBeNull();
    expect(stateOf('answer_correctness', { requires_rag: false })).toBeNull();
  });

  it.each(REFERENCE_METRICS)('leaves %s out without a reference, before a failed request', (metric) => {
    expect(stateOf(metric, { reference: '  ', final_status: 'error' })).toEqual(cell('not_applicable', 'no_reference'));
  });

  it('needs no reference for faithfulness and relevancy', () => {
    expect(stateOf('faithfulness', { reference: null })).toBeNull();
    expect(stateOf('answer_relevancy', { reference: null })).toBeNull();
  });

  it.each(RAGAS_ORDER)('skips %s of a failed request, before what is not recorded', (metric) => {
    expect(stateOf(metric, { final_status: 'cancelled', not_recorded: ['answer', 'results'] })).toEqual(
      cell('skipped', 'request_failed'),
    );
  });

  it('misses what the record says it has not recorded, before a blank response', () => {
    const noAnswer: Partial<RunRecordInput> = {
      not_recorded: ['answer'],
      response: { results: [result('a')], answer: null },
    };
    for (const metric of ['faithfulness', 'answer_relevancy', 'answer_correctness']) {
      expect(stateOf(metric, noAnswer), metric).toEqual(cell('missing_input', 'not_recorded'));
    }
    expect(stateOf('context_precision', noAnswer)).toBeNull();
    for (const metric of CONTEXT_METRICS) {
      expect(stateOf(metric, { not_recorded: ['results'], response: { answer: 'x' } }), metric).toEqual(
        cell('missing_input', 'not_recorded'),
      );
      expect(stateOf(metric, { not_recorded: ['result_texts'] }), metric).toEqual(
        cell('missing_input', 'not_recorded'),
      );
      expect(stateOf(metric, { response: { results: [result('a', null)], answer: 'x' } }), metric).toEqual(
        cell('missing_input', 'not_recorded'),
      );
    }
    expect(stateOf('answer_relevancy', { user_input: '' })).toEqual(cell('missing_input', 'not_recorded'));
  });

  it('misses the embedder where one is needed, and only there', () => {
    const means = { judge: true, embedder: false };
    expect(stateOf('answer_relevancy', {}, means)).toEqual(cell('missing_input', 'no_embedder'));
    expect(stateOf('answer_correctness', {}, means)).toEqual(cell('missing_input', 'no_embedder'));
    expect(stateOf('faithfulness', {}, means)).toBeNull();
    const byStatementsOnly = resolvePolicies('default', { answerCorrectnessWeights: [1, 0] });
    expect(ragasState(sampleRecord(), 'answer_correctness', byStatementsOnly, means)).toBeNull();
  });

  it.each(['success', 'refused'] as const)(
    'decides a blank response of status %s by rule, before empty contexts',
    (final_status) => {
      const blank: Partial<RunRecordInput> = { final_status, response: { results: [], answer: ' \n' } };
      expect(stateOf('answer_correctness', blank)).toEqual({ value: 0, status: 'ok', code: 'empty_response' });
      expect(stateOf('answer_relevancy', blank)).toEqual({ value: 0, status: 'ok', code: 'empty_response' });
      expect(stateOf('faithfulness', blank)).toEqual(cell('undefined', 'no_statements'));
    },
  );

  it.each(CONTEXT_METRICS)('gives %s 0 by rule where nothing was retrieved, or only blank texts', (metric) => {
    const zero = { value: 0, status: 'ok', code: 'rule_no_contexts' };
    expect(stateOf(metric, { response: { results: [], answer: 'x' } })).toEqual(zero);
    expect(stateOf(metric, { response: { results: [result('a', '  ')], answer: 'x' } })).toEqual(zero);
    expect(stateOf(metric, { requires_rag: null, response: { results: [], answer: 'x' } })).toEqual(zero);
  });

  it('leaves empty contexts out under emptyContexts: skip', () => {
    const skip = resolvePolicies('default', { emptyContexts: 'skip' });
    const record = sampleRecord({ response: { results: [], answer: 'x' } });
    expect(ragasState(record, 'faithfulness', skip, { judge: true })).toEqual(cell('not_applicable', 'empty_contexts'));
    expect(ragasState(record, 'answer_correctness', skip, { judge: true })).toBeNull();
  });

  it('refuses an id that is none of the five', () => {
    expect(() => stateOf('context_utilization', {})).toThrow(/no RAGAS metric/);
  });
});

describe('without a judge', () => {
  it('skips every sample inside the population, also where a rule would decide', () => {
    for (const changes of [{}, { response: { results: [], answer: '' } }]) {
      const cells = scoreRecord(sampleRecord(changes), RAGAS_METRICS, policies);
      expect(cells).toEqual(RAGAS_ORDER.map(() => cell('skipped', 'no_judge')));
    }
  });

  it('still says what is outside the population', () => {
    const cells = scoreRecord(sampleRecord({ requires_rag: false }), RAGAS_METRICS, policies);
    expect(cells.map(({ code }) => code)).toEqual([
      'rag_not_required',
      'no_judge',
      'no_judge',
      'rag_not_required',
      'rag_not_required',
    ]);
  });
});

describe('the population of profile ragent', () => {
  const ragent = resolvePolicies('ragent');
  const state = (changes: Partial<RunRecordInput>): ScoreCell | null =>
    ragasState(sampleRecord(changes), 'context_recall', ragent, { judge: true });

  it('is response, contexts and reference of a successful request, whatever the labels', () => {
    expect(state({ requires_rag: false, should_refuse: true })).toBeNull();
    expect(state({ response: { results: [result('a')], answer: '' } })).toEqual(
      cell('not_applicable', 'empty_response'),
    );
    expect(state({ response: { results: [], answer: 'x' } })).toEqual(cell('not_applicable', 'empty_contexts'));
    expect(state({ reference: null })).toEqual(cell('not_applicable', 'no_reference'));
    expect(state({ final_status: 'refused' })).toEqual(cell('not_applicable', 'not_success'));
    expect(state({ final_status: 'timeout' })).toEqual(cell('not_applicable', 'request_failed'));
  });
});
