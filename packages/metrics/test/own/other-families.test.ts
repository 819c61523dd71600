import { type RunRecordInput, type ScoreCell, ScoreTable } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { answerState, createOwnMetrics, deriveMetrics, resolvePolicies, scoreRecord } from '../../src/index.ts';
import { result, sampleRecord } from '../sample-record.ts';

const policies = resolvePolicies('default', { further: ['recall_inclusive', 'nice_hit', 'mrr'] });
const definitions = createOwnMetrics(policies);

function score(id: string, changes: Partial<RunRecordInput>, profile = policies): ScoreCell | undefined {
  return scoreRecord(
    sampleRecord(changes),
    definitions.filter((definition) => definition.id === id),
    profile,
  )[0];
}

const MISSING = { value: null, status: 'missing_input', code: 'not_recorded' };

describe('what the record says it has not recorded', () => {
  it.each([
    ['hit@5', 'results'],
    ['recall_inclusive@5', 'results'],
    ['mrr', 'results'],
    ['intent_top1', 'intent'],
    ['fallback_rate', 'answer'],
    ['empty_response_rate', 'answer'],
    ['incorrect_answer_rate', 'answer'],
  ] as const)('makes %s missing, never 0: %s', (id, what) => {
    expect(score(id, { not_recorded: [what], predicted_intent: null, response: {} })).toEqual(MISSING);
  });

  it('makes the rates of special questions missing too', () => {
    expect(score('wrong_answer_rate', { should_refuse: true, not_recorded: ['answer'] })).toEqual(MISSING);
    expect(score('over_retrieval_rate', { requires_rag: false, not_recorded: ['results'] })).toEqual(MISSING);
    expect(score('nice_hit@5', { reference_doc_ids_nice: ['a'], not_recorded: ['results'] })).toEqual(MISSING);
  });
});

describe('nice-to-have documents', () => {
  const changes = {
    reference_doc_ids: ['a', 'b'],
    reference_doc_ids_nice: ['c', 'd'],
    response: { results: [result('c'), result('a')], answer: 'x' },
  };

  it('count beside the required ones in recall_inclusive', () => {
    expect(score('recall_inclusive@1', changes)?.value).toBe(0.25);
    expect(score('recall_inclusive@3', changes)?.value).toBe(0.5);
    expect(score('recall@3', changes)?.value).toBe(0.5);
  });

  it('have a hit rate over the questions that name them', () => {
    expect(score('nice_hit@1', changes)?.value).toBe(1);
    expect(score('nice_hit@1', { ...changes, reference_doc_ids_nice: ['d'] })?.value).toBe(0);
    expect(score('nice_hit@1', {})).toMatchObject({ status: 'not_applicable', code: 'no_reference_docs' });
  });
});

describe('retrieval over answerable questions', () => {
  it('leaves out questions that need no retrieval or have to be refused', () => {
    expect(score('hit@5', { requires_rag: false })?.code).toBe('rag_not_required');
    expect(score('hit@5', { should_refuse: true })?.code).toBe('should_refuse');
    expect(score('hit@5', { requires_rag: null })?.value).toBe(1);
  });

  it('finds with mrr without cutoff what stands below rank 10', () => {
    const results = Array.from({ length: 12 }, (_, index) => result(index === 11 ? 'a' : `x${index}`));
    expect(score('mrr', { response: { results, answer: 'x' } })?.value).toBe(1 / 12);
    expect(score('mrr@10', { response: { results, answer: 'x' } })?.value).toBe(0);
  });

  it('cuts first under the other dedupe convention', () => {
    const changes = {
      reference_doc_ids: ['b'],
      response: { results: [result('a'), result('a'), result('a'), result('b')], answer: 'x' },
    };
    expect(score('hit@3', changes)?.value).toBe(1);
    expect(score('hit@3', changes, { ...policies, dedupe: 'cut-first' })?.value).toBe(0);
  });
});

describe('times', () => {
  it('are the sample’s time under every id of the family', () => {
    for (const aggregate of ['p50', 'p90', 'p95', 'p99', 'mean']) {
      expect(score(`ttft_${aggregate}_ms`, {})).toEqual({ value: 120, status: 'ok' });
      expect(score(`latency_${aggregate}_ms`, {})).toEqual({ value: 900, status: 'ok' });
    }
  });

  it('keep a measured 0 and leave refusals and failures out', () => {
    expect(score('ttft_p50_ms', { first_token_ms: 0 })).toEqual({ value: 0, status: 'ok' });
    expect(score('ttft_p50_ms', { final_status: 'refused' })).toMatchObject({
      status: 'not_applicable',
      code: 'not_success',
    });
    expect(score('latency_p50_ms', { final_status: 'timeout' })).toMatchObject({
      status: 'not_applicable',
      code: 'request_failed',
    });
  });

  it('replace a missing first token by the latency only where the policies say so', () => {
    expect(score('ttft_p50_ms', { first_token_ms: null })).toEqual(MISSING);
    expect(score('ttft_p50_ms', { first_token_ms: null }, { ...policies, ttft_fallback: 'latency' })?.value).toBe(900);
    expect(
      score('ttft_p50_ms', { first_token_ms: null, latency_ms: null }, { ...policies, ttft_fallback: 'latency' }),
    ).toEqual(MISSING);
  });
});

describe('rates of answers', () => {
  it('count fallback phrases in either language, whatever their case', () => {
    expect(score('fallback_rate', { response: { answer: '知识库中未检索到与问题相关的内容' } })?.value).toBe(1);
    expect(score('fallback_rate', { response: { answer: 'I DON’T KNOW.' } })?.value).toBe(1);
    expect(score('fallback_rate', { response: { answer: '很抱歉给您带来不便，请长按电源键重启。' } })?.value).toBe(0);
    expect(score('fallback_rate', { response: { answer: null } })?.value).toBe(0);
  });

  it.each([
    ['wrong_answer_rate', { should_refuse: true }],
    ['over_retrieval_rate', { requires_rag: false }],
    ['fallback_rate', {}],
  ])('leave failed requests out of %s', (id, changes) => {
    expect(score(id, { ...changes, final_status: 'error' })).toEqual({
      value: null,
      status: 'not_applicable',
      code: 'request_failed',
    });
  });

  it('count blank answers of successful requests only', () => {
    expect(score('empty_response_rate', { response: { answer: ' \n' } })?.value).toBe(1);
    expect(score('empty_response_rate', { final_status: 'refused', response: { answer: '' } })?.code).toBe(
      'not_success',
    );
  });

  it('tell answered, refused and failed apart', () => {
    expect(answerState(sampleRecord(), policies)).toBe('answered');
    expect(answerState(sampleRecord({ response: { answer: '无法回答' } }), policies)).toBe('refused');
    expect(answerState(sampleRecord({ final_status: 'refused' }), policies)).toBe('refused');
    expect(answerState(sampleRecord({ final_status: 'cancelled' }), policies)).toBe('failed');
  });
});

describe('the derived rate of incorrect answers', () => {
  const ids = ['incorrect_answer_rate', 'answer_correctness'];

  function derive(incorrect: ScoreCell, correctness: ScoreCell | null): ScoreCell {
    const table = new ScoreTable();
    for (const id of correctness === null ? ids.slice(0, 1) : ids) table.addMetric(id);
    const row = table.addSample({
      sample_id: 's',
      query_id: 's',
      query_mode: 'default',
      unit_id: null,
      pass: 0,
      intent_l1: null,
      intent_l2: null,
      difficulty: null,
      requires_rag: true,
      should_refuse: false,
      final_status: 'success',
      labels: {},
      inputs_sha256: '',
      case_sha256: '',
    });
    table.set(row, 'incorrect_answer_rate', incorrect);
    if (correctness !== null) table.set(row, 'answer_correctness', correctness);
    deriveMetrics(table, row);
    return table.get(row, 'incorrect_answer_rate');
  }

  const open: ScoreCell = { value: null, status: 'skipped', code: 'no_judge' };

  it('waits for a judge inside its population', () => {
    expect(score('incorrect_answer_rate', {})).toEqual(open);
    expect(score('incorrect_answer_rate', { response: { answer: '' } })?.code).toBe('empty_response');
    expect(score('incorrect_answer_rate', { response: { answer: 'I cannot answer that' } })?.code).toBe('refused');
    expect(score('incorrect_answer_rate', { final_status: 'refused' })?.code).toBe('not_success');
  });

  it.each([
    [0.49999999, 1],
    [0.5, 0],
    [1, 0],
    [0, 1],
  ])('is, for a correctness of %d, %i', (value, expected) => {
    expect(derive(open, { value, status: 'ok' })).toEqual({ value: expected, status: 'ok' });
  });

  it('mirrors why a correctness is missing', () => {
    const failed: ScoreCell = { value: null, status: 'judge_error', code: 'truncated' };
    expect(derive(open, failed)).toEqual(failed);
    expect(derive({ value: 1, status: 'ok' }, { value: null, status: 'undefined', code: 'no_statements' })).toEqual({
      value: null,
      status: 'undefined',
      code: 'no_statements',
    });
  });

  it('follows a correctness that changed, and stays outside its population', () => {
    expect(derive({ value: 1, status: 'ok' }, { value: 0.8, status: 'ok', manual: true })).toEqual({
      value: 0,
      status: 'ok',
    });
    const outside: ScoreCell = { value: null, status: 'not_applicable', code: 'refused' };
    expect(derive(outside, { value: 0, status: 'ok' })).toEqual(outside);
  });

  it('stays as it is in a table without correctness', () => {
    expect(derive(open, null)).toEqual(open);
  });
});
