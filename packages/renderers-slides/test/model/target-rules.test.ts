import { describe, expect, it } from 'vitest';
import { addTargets } from '../../src/model/target-rules.ts';
import { createShopInput } from '../fixtures/shop-input.ts';

describe('addTargets', () => {
  const { scores, gate } = createShopInput();

  it('leaves the rules of the gate alone: they win over a configured target', () => {
    expect(addTargets(gate, { 'hit@5': 0.1 }, scores)).toEqual(gate);
  });

  it('judges a target by the direction of its metric', () => {
    const rules =
      addTargets(undefined, { 'hit@5': 0.9, wrong_answer_rate: 0.5, faithfulness: 0.99 }, scores)?.rules ?? [];
    expect(rules.map(({ metric, kind, verdict }) => [metric, kind, verdict])).toEqual([
      ['hit@5', 'min', 'pass'],
      ['wrong_answer_rate', 'max', 'pass'],
      ['faithfulness', 'min', 'fail'],
    ]);
  });

  it('cannot judge a metric without a value, and drops one the scores do not know', () => {
    const rules = addTargets(undefined, { over_retrieval_rate: 0.1, nonsense: 1 }, scores)?.rules ?? [];
    expect(rules.map(({ metric, verdict }) => [metric, verdict])).toEqual([['over_retrieval_rate', 'inconclusive']]);
  });

  it('is no gate at all without rules and targets', () => {
    expect(addTargets(undefined, {}, scores)).toBeUndefined();
  });
});
