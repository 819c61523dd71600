import type { RunRecordInput, ScoreCell } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import type { FalseRefusalSignal } from '../../src/index.ts';
import { resolvePolicies, scoreRecord } from '../../src/index.ts';
import { falseRefusalRate } from '../../src/own/false-refusal.ts';
import { result, sampleRecord } from '../sample-record.ts';

function score(
  signal: FalseRefusalSignal,
  changes: Partial<RunRecordInput>,
  profile = 'default',
): ScoreCell | undefined {
  return scoreRecord(
    sampleRecord(changes),
    [falseRefusalRate],
    resolvePolicies(profile, { falseRefusalSignal: signal }),
  )[0];
}

const CASES: [string, Partial<RunRecordInput>, Record<FalseRefusalSignal, number>][] = [
  ['an answer from documents', {}, { retrieval_empty: 0, status: 0, answer: 0, any: 0 }],
  [
    'an answer from nothing',
    { response: { results: [], answer: 'two years' } },
    { retrieval_empty: 1, status: 0, answer: 0, any: 1 },
  ],
  [
    'a refusal in words',
    { response: { results: [result('a')], answer: '抱歉，我无法回答这个问题。' } },
    { retrieval_empty: 0, status: 0, answer: 1, any: 1 },
  ],
  ['a refusal by status', { final_status: 'refused' }, { retrieval_empty: 0, status: 1, answer: 1, any: 1 }],
  [
    'a blank answer',
    { response: { results: [result('a')], answer: ' ' } },
    { retrieval_empty: 0, status: 0, answer: 1, any: 1 },
  ],
];
const SIGNALS: FalseRefusalSignal[] = ['retrieval_empty', 'status', 'answer', 'any'];

describe('false refusals', () => {
  it.each(CASES)('are seen or not by each signal in %s', (_, changes, expected) => {
    const seen = Object.fromEntries(SIGNALS.map((signal) => [signal, score(signal, changes)?.value]));
    expect(seen).toEqual(expected);
  });

  it('need what the signal looks at', () => {
    const missing = { value: null, status: 'missing_input', code: 'not_recorded' };
    const noResults: Partial<RunRecordInput> = { not_recorded: ['results'], response: { answer: 'two years' } };
    expect(score('retrieval_empty', noResults)).toEqual(missing);
    expect(score('answer', noResults)).toMatchObject({ value: 0 });
    expect(score('any', noResults)).toEqual(missing);
    expect(score('any', { ...noResults, final_status: 'refused' })).toMatchObject({ value: 1 });
    expect(score('answer', { not_recorded: ['answer'] })).toEqual(missing);
  });

  it('are counted over answerable questions known to require retrieval', () => {
    expect(score('status', { requires_rag: false })?.code).toBe('rag_not_required');
    expect(score('status', { requires_rag: null })?.code).toBe('no_label');
    expect(score('status', { should_refuse: true })?.code).toBe('should_refuse');
    expect(score('status', { should_refuse: null })).toMatchObject({ value: 0 });
  });

  it('leave failed requests out, but for the article’s convention', () => {
    const failed: Partial<RunRecordInput> = { final_status: 'error', response: null, error: { message: 'x' } };
    expect(score('retrieval_empty', failed)).toMatchObject({ status: 'not_applicable', code: 'request_failed' });
    expect(score('retrieval_empty', failed, 'ragent')).toMatchObject({ value: 1 });
  });
});
