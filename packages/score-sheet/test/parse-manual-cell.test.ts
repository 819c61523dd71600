import { describe, expect, it } from 'vitest';
import { isBlankCell, parseManualCell, parseNumberCell } from '../src/index.ts';

const POINT = { decimalComma: false };
const COMMA = { decimalComma: true };

describe('parseManualCell', () => {
  it.each([
    '0.8',
    '.8',
    '0.8000',
    '80%',
    '80 %',
    '８０％',
    '０．８',
    '80 ％',
    '0.80',
    ' 0.8 ',
    '\u00a00.8\u3000',
    '8e-1',
  ])('reads %j as 0.8', (text) => {
    expect(parseManualCell(text, POINT)).toEqual({ value: 0.8 });
  });

  it.each(['0,8', ',8', '0,8000', '80,0%', '０，８', '0.8'])('reads %j as 0.8 in a semicolon file', (text) => {
    expect(parseManualCell(text, COMMA)).toEqual({ value: 0.8 });
  });

  it.each(['', ' ', '\u00a0', '\u3000', ' \u00a0\u3000\t'])('reads %j as no score', (text) => {
    expect(parseManualCell(text, POINT)).toEqual({ value: null });
    expect(isBlankCell(text)).toBe(true);
  });

  it.each([
    ['0', 0],
    ['1', 1],
    ['0%', 0],
    ['100%', 1],
    ['1.', 1],
    ['56.7%', 0.567],
    ['1E-05', 0.00001],
  ])('reads %j as %d', (text, value) => {
    expect(parseManualCell(text, POINT)).toEqual({ value });
  });

  it.each([
    '80',
    '1.5',
    '-0.1',
    '1,234',
    'yes',
    '#N/A',
    '8-Jan',
    '0,8',
    '101%',
    'TRUE',
    '0.8.1',
    '1e5',
    '−0.1',
    '=0.8',
    'NaN',
    '五',
  ])('refuses %j', (text) => {
    expect(parseManualCell(text, POINT)).toHaveProperty('error');
  });

  it.each(['1,234', '1.234,5', '80', '0,8,1'])('refuses %j in a semicolon file', (text) => {
    expect(parseManualCell(text, COMMA)).toHaveProperty('error');
  });

  it('says what was probably meant', () => {
    expect(parseManualCell('80', POINT)).toEqual({ error: 'is above 1; write 80% or 0.8 if that is meant' });
    expect(parseManualCell('0,8', POINT)).toEqual({ error: 'has a comma; write a point for decimals' });
  });

  it('has no upper bound for a time or a count', () => {
    expect(parseManualCell('2340.5', { ...POINT, unit: 'ms' })).toEqual({ value: 2340.5 });
    expect(parseManualCell('-1', { ...POINT, unit: 'ms' })).toHaveProperty('error');
  });
});

describe('parseNumberCell', () => {
  it('reads the numbers programs save', () => {
    expect(parseNumberCell('0.666666666666667', POINT)).toBe(0.666666666666667);
    expect(parseNumberCell('-1.5E-3', POINT)).toBe(-0.0015);
    expect(parseNumberCell('0,5', COMMA)).toBe(0.5);
    expect(parseNumberCell('50%', POINT)).toBe(0.5);
  });

  it('reads nothing else', () => {
    expect(parseNumberCell('', POINT)).toBeNull();
    expect(parseNumberCell('0,5', POINT)).toBeNull();
    expect(parseNumberCell('high', POINT)).toBeNull();
  });
});
