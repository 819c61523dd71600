import { describe, expect, it } from 'vitest';
import { createFailureRules } from '../src/index.ts';

describe('createFailureRules', () => {
  it('refuses a threshold for a metric that has no rule, and names the nearest', () => {
    expect(() => createFailureRules({ thresholds: { faithfullness: 0.4 } })).toThrow(
      expect.objectContaining({ code: 'config', hint: 'did you mean faithfulness?' }),
    );
  });

  it('refuses a rule without bound', () => {
    expect(() => createFailureRules({ rules: [{ metric: 'hit@3' }] })).toThrow(
      expect.objectContaining({ code: 'config', path: 'failures.rules[0]' }),
    );
  });

  it('refuses two rules of one name', () => {
    expect(() => createFailureRules({ rules: [{ metric: 'faithfulness', below: 0.2 }] })).toThrow('"faithfulness_low"');
  });

  it('refuses a rule over a metric that is not among the known ones', () => {
    const config = { rules: [{ metric: 'hit@33', below: 1 }] };
    expect(() => createFailureRules(config, ['hit@3'])).toThrow(
      expect.objectContaining({ hint: 'did you mean hit@3?' }),
    );
    expect(createFailureRules(config, ['hit@33']).at(-1)?.name).toBe('hit@33_low');
  });

  it('keeps the default rules as they are without configuration', () => {
    expect(createFailureRules().map((rule) => rule.name)).toEqual([
      'request_failed',
      'refused_when_required',
      'over_retrieved',
      'hit@5_miss',
      'empty_response',
      'answered_when_refusal_expected',
      'faithfulness_low',
      'answer_correctness_low',
    ]);
  });
});
