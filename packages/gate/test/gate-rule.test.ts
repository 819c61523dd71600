import { describe, expect, it } from 'vitest';
import { createGateRule, parseGateRule, rulesFromConfig } from '../src/index.ts';

describe('parseGateRule', () => {
  it('reads at least and at most', () => {
    expect(parseGateRule('hit@5>=0.9')).toEqual({ kind: 'min', target: 'hit@5', threshold: 0.9, text: 'hit@5>=0.9' });
    expect(parseGateRule(' ttft_p50_ms <= 3000 ')).toMatchObject({
      kind: 'max',
      target: 'ttft_p50_ms',
      threshold: 3000,
    });
  });

  it('takes a plain = where the kind is known', () => {
    expect(parseGateRule('hit@5=0.9', 'min')).toMatchObject({ kind: 'min', threshold: 0.9, text: 'hit@5>=0.9' });
    expect(parseGateRule('hit@5=0.03', 'max_drop')).toMatchObject({ kind: 'max_drop', threshold: 0.03 });
    expect(() => parseGateRule('hit@5=0.9')).toThrow(expect.objectContaining({ code: 'usage' }));
  });

  it('splits at the last =', () => {
    expect(parseGateRule('hit@5@label:region=north=0.6', 'min')).toMatchObject({
      target: 'hit@5@label:region=north',
      threshold: 0.6,
    });
    expect(parseGateRule('hit@5@a=b>=.6')).toMatchObject({ target: 'hit@5@a=b', threshold: 0.6 });
  });

  it('takes percentages and exponents', () => {
    expect(parseGateRule('hit@5>=90%').threshold).toBe(0.9);
    expect(parseGateRule('hit@5>=7 %'.replace(' ', '')).threshold).toBe(0.07);
    expect(parseGateRule('cost:tokens<=1e6').threshold).toBe(1_000_000);
  });

  it.each([
    '',
    'hit@5',
    '=0.9',
    'hit@5>=',
    'hit@5>=high',
    'hit@5>=1,5',
    'hit@5>=NaN',
    'hit@5>=Infinity',
    'hit@5>=0x10',
  ])('refuses %j and shows what it accepts', (text) => {
    expect(() => parseGateRule(text)).toThrow(
      expect.objectContaining({ code: 'usage', hint: expect.stringContaining('hit@5>=0.9') }),
    );
  });

  it('refuses an operator that contradicts the kind', () => {
    expect(() => parseGateRule('hit@5<=0.9', 'min')).toThrow('cannot be read');
    expect(parseGateRule('hit@5<=0.03', 'max_drop')).toMatchObject({ kind: 'max_drop', target: 'hit@5' });
  });

  it('takes a target alone for not_worse', () => {
    expect(parseGateRule('hit@5@label:region=north', 'not_worse')).toMatchObject({
      target: 'hit@5@label:region=north',
      threshold: null,
    });
    expect(() => parseGateRule(' ', 'not_worse')).toThrow(expect.objectContaining({ code: 'usage' }));
  });
});

describe('rulesFromConfig', () => {
  it('has a rule for each entry, in order', () => {
    const rules = rulesFromConfig({
      min: { 'hit@5': 0.9, 'hit@5@l2:S1': 0.6 },
      max: { ttft_p50_ms: 3000 },
      maxDrop: { 'hit@5': 0.03 },
      maxFailures: { 'hit@5_miss': 2 },
      notWorse: ['faithfulness'],
      maxFailureRate: 0.1,
      minCoverage: 0.9,
    });
    expect(rules.map((rule) => rule.text)).toEqual([
      'hit@5>=0.9',
      'hit@5@l2:S1>=0.6',
      'ttft_p50_ms<=3000',
      'hit@5 drops <= 0.03',
      'failures:hit@5_miss<=2',
      'faithfulness not worse',
      'failure_rate<=0.1',
    ]);
  });

  it('is empty for an empty configuration', () => {
    expect(rulesFromConfig({})).toEqual([]);
  });

  it('refuses a number that is none', () => {
    expect(() => createGateRule('min', 'hit@5', Number.NaN)).toThrow(expect.objectContaining({ code: 'config' }));
  });
});
