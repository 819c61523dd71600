import { describe, expect, it } from 'vitest';
import { previewText } from '../src/index.ts';

describe('previewText', () => {
  it('keeps 200 characters and marks what it cut', () => {
    expect(previewText('字'.repeat(200))).toBe('字'.repeat(200));
    expect(previewText('字'.repeat(201))).toBe(`${'字'.repeat(200)}…`);
  });

  it('never cuts through what readers see as one character', () => {
    const family = '👨‍👩‍👧‍👦';
    expect(previewText(family.repeat(3), 2)).toBe(`${family.repeat(2)}…`);
    expect(previewText('e\u0301e\u0301', 1)).toBe('e\u0301…');
  });

  it('adds no mark to many code units that are few characters', () => {
    expect(previewText('👨‍👩‍👧‍👦'.repeat(200))).toBe('👨‍👩‍👧‍👦'.repeat(200));
  });

  it('leaves short and empty texts alone', () => {
    expect(previewText('')).toBe('');
    expect(previewText('short')).toBe('short');
  });
});
