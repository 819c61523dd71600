import { describe, expect, it } from 'vitest';
import { PROFILES, resolvePolicies } from '../src/index.ts';

describe('policies', () => {
  it('are those of the profile where the configuration says nothing', () => {
    expect(resolvePolicies('default')).toEqual(PROFILES.default);
    expect(resolvePolicies('ragent')).toMatchObject({
      dedupe: 'cut-first',
      quantile: 'ragent',
      fallback_phrases: ['未检索到与问题相关的文档内容'],
      empty_contexts: 'skip',
      ttft_fallback: 'latency',
      false_refusal_signal: 'retrieval_empty',
      false_refusal_counts_failed: true,
      ragas_population: 'ragent',
    });
    expect(resolvePolicies('trec')).toEqual({ ...PROFILES.default, empty_reference: 'zero' });
  });

  it('take the configuration’s changes, with cutoffs sorted and unique', () => {
    const policies = resolvePolicies('ragent', {
      ks: [20, 5, 5],
      mrrKs: [3],
      dedupe: 'first',
      quantile: 7,
      fallbackPhrases: ['none'],
      falseRefusalSignal: 'any',
      further: [],
    });
    expect(policies).toMatchObject({
      ks: [5, 20],
      mrr_ks: [3],
      dedupe: 'first',
      quantile: 7,
      fallback_phrases: ['none'],
      false_refusal_signal: 'any',
      further: [],
      ttft_fallback: 'latency',
    });
  });

  it('survive JSON unchanged, for they are persisted', () => {
    for (const policies of Object.values(PROFILES)) expect(JSON.parse(JSON.stringify(policies))).toEqual(policies);
  });

  it('hand out copies that do not change the profile', () => {
    resolvePolicies('default').fallback_phrases.push('x');
    expect(PROFILES.default.fallback_phrases).not.toContain('x');
  });

  it.each([[[0, 0]], [[-1, 2]], [[Number.NaN, 1]]])('refuse the weights %j', (weights) => {
    expect(() => resolvePolicies('default', { answerCorrectnessWeights: weights as [number, number] })).toThrow(
      /weights of answer_correctness/,
    );
  });

  it('refuse an unknown profile and name the known ones', () => {
    expect(() => resolvePolicies('toString')).toThrow(
      expect.objectContaining({ code: 'usage', expected: 'default, trec, ragent', got: 'toString' }),
    );
  });
});
