import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  COUNT,
  DECIMAL,
  formatExact,
  formatParts,
  formatValue,
  MILLISECONDS,
  PERCENT,
  WHOLE_PERCENT,
} from '../../src/index.ts';

describe('formatValue', () => {
  it.each([
    [0.9013, PERCENT, '90.1%'],
    [0.798, DECIMAL, '0.798'],
    [1052, MILLISECONDS, '1,052 ms'],
    [1234567.8, MILLISECONDS, '1,234,568 ms'],
    [3, COUNT, '3'],
    [2.5, COUNT, '2.5'],
    [0.591, WHOLE_PERCENT, '59%'],
  ])('prints %s', (value, style, text) => {
    expect(formatValue(value, style)).toBe(text);
  });

  it('prints null as a dash and 0 as 0', () => {
    expect(formatValue(null, PERCENT)).toBe('—');
    expect(formatValue(0, PERCENT)).toBe('0%');
    expect(formatValue(0, DECIMAL)).toBe('0');
    expect(formatValue(0, MILLISECONDS)).toBe('0 ms');
    expect(formatValue(0, COUNT)).toBe('0');
  });

  it('prints values within 1e-9 of 0 and 1 as 0 and 1', () => {
    expect(formatValue(0.9999999999, PERCENT)).toBe('100%');
    expect(formatValue(0.9999999999, DECIMAL)).toBe('1');
    expect(formatValue(0.0000000001, DECIMAL)).toBe('0');
    expect(formatValue(-0.0000000001, PERCENT)).toBe('0%');
  });

  it('adds digits rather than print a value as 0 or 1 that is neither', () => {
    expect(formatValue(0.0004, PERCENT)).toBe('0.04%');
    expect(formatValue(0.99996, PERCENT)).toBe('99.996%');
    expect(formatValue(0.9996, DECIMAL)).toBe('0.9996');
    expect(formatValue(0.996, WHOLE_PERCENT)).toBe('99.6%');
    expect(formatValue(0.3, MILLISECONDS)).toBe('0.3 ms');
  });

  it('adds digits rather than print a value as the target it misses', () => {
    expect(formatValue(0.8996, PERCENT, 0.9)).toBe('89.96%');
    expect(formatValue(0.896, WHOLE_PERCENT, 0.9)).toBe('89.6%');
    expect(formatValue(0.9, PERCENT, 0.9)).toBe('90.0%');
    expect(formatValue(1499.8, MILLISECONDS, 1500)).toBe('1,499.8 ms');
  });

  it('gives number and unit apart', () => {
    expect(formatParts(0.096, PERCENT)).toEqual({ text: '9.6', unit: '%' });
    expect(formatParts(1052, MILLISECONDS)).toEqual({ text: '1,052', unit: 'ms' });
    expect(formatParts(null, PERCENT)).toEqual({ text: '—', unit: '' });
  });

  it('never shows a ratio strictly between 0 and 1 as 0 or 100 per cent', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-8, max: 1 - 1e-8, noNaN: true }), (ratio) => {
        expect(['0%', '0.0%', '100%', '100.0%']).not.toContain(formatValue(ratio, PERCENT));
        expect(Number.parseFloat(formatValue(ratio, PERCENT)) / 100).toBeCloseTo(ratio, 2);
      }),
    );
  });
});

describe('formatExact', () => {
  it.each([
    [0.9, PERCENT, '90.0%'],
    [0.955, PERCENT, '95.5%'],
    [0.9555, PERCENT, '95.55%'],
    [0.75, DECIMAL, '0.750'],
    [0.8125, DECIMAL, '0.8125'],
    [1500, MILLISECONDS, '1,500 ms'],
  ])('never rounds a chosen number: %s', (value, style, text) => {
    expect(formatExact(value, style)).toBe(text);
  });

  it('prints null as a dash', () => {
    expect(formatExact(null, PERCENT)).toBe('—');
  });
});
