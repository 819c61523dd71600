import { describe, expect, it } from 'vitest';
import { createMessages, reasonLabelIn } from '../../src/index.ts';

const agreement = {
  n: 20,
  n_planned: 20,
  spearman: 0.1,
  mae: 0.4,
  mean_difference: 0,
  mean_difference_ci95: null,
  kappa: 0.2,
  quadratic_kappa: null,
  human_kappa: null,
  state: 'ok',
};

describe('a failure reason', () => {
  it('is marked as unconfirmed only where its metric agrees too little with humans', () => {
    const scores = {
      agreement: {
        faithfulness: { ...agreement, unconfirmed: true },
        answer_correctness: { ...agreement, kappa: 0.7, unconfirmed: false },
      },
    };
    const en = createMessages('en');
    expect(reasonLabelIn(en, 'faithfulness_low(0.35)', scores)).toBe('unsupported answer (unconfirmed)');
    expect(reasonLabelIn(en, 'answer_correctness_low(0.35)', scores)).toBe('wrong answer');
    expect(reasonLabelIn(en, 'hit@5_miss', scores)).toBe('not among the first 5');
    expect(reasonLabelIn(createMessages('zh-CN'), 'faithfulness_low', scores)).toBe('严重幻觉（未确认）');
  });
});
