import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatBeside, formatShareBeside } from '../src/index.ts';

describe('formatBeside', () => {
  it.each([
    [0.8, 0.9, '0.8'],
    [0.8996, 0.9, '0.8996'],
    [0.89996, 0.9, '0.89996'],
    [0.9, 0.9, '0.9'],
    [2 / 3, 0.5, '0.667'],
    [0, 0.5, '0'],
    [1, 0.5, '1'],
    [0.00001, null, '0.00001'],
    [3000.4, 3000, '3000.4'],
    [-0.05, 0, '-0.05'],
    [120, null, '120'],
  ])('writes %f beside %s as %s', (value, limit, text) => {
    expect(formatBeside(value, limit)).toBe(text);
  });

  it('always stands on the same side of the limit as the value', () => {
    const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(number, number, fc.boolean(), (value, other, near) => {
        const limit = near ? value + Number.EPSILON * Math.abs(value) : other;
        const sideOf = (number: number): number => Math.sign(number - limit) || 0;
        expect(sideOf(Number(formatBeside(value, limit)))).toBe(sideOf(value));
      }),
    );
  });
});

describe('formatShareBeside', () => {
  it('writes percent without the bits that multiplying adds', () => {
    expect(formatShareBeside(0.949, 0.95)).toBe('94.9 %');
    expect(formatShareBeside(0.57, 0.95)).toBe('57 %');
    expect(formatShareBeside(0.94999, 0.95)).toBe('94.999 %');
  });
});
