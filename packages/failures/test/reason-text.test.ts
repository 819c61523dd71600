import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutDecimals, formatReason, reasonName } from '../src/index.ts';

describe('cutDecimals', () => {
  it.each([
    [0.4999999, '0.49'],
    [0.29, '0.29'],
    [0.999, '0.99'],
    [0.5, '0.50'],
    [0, '0.00'],
    [1, '1.00'],
    [1e-7, '0.00'],
    [-0.129, '-0.12'],
    [3500.129, '3500.12'],
    [1e21, '1e+21'],
  ])('cuts %f to %s', (value, text) => {
    expect(cutDecimals(value)).toBe(text);
  });

  it('never shows a score below a line of two places as being on it', () => {
    const score = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(score, fc.integer({ min: 1, max: 99 }), (value, percent) => {
        expect(Number(cutDecimals(value)) < percent / 100).toBe(value < percent / 100);
      }),
    );
  });
});

describe('reasonName', () => {
  const rule = { name: 'hit@5_(odd)', metric: 'm', condition: { below: 1 } };

  it('takes the number off again, whatever it is', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(reasonName(formatReason(rule, value))).toBe('hit@5_(odd)');
      }),
    );
  });

  it('leaves a name without number alone', () => {
    expect(reasonName('hit@5_miss')).toBe('hit@5_miss');
  });
});
