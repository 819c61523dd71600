import { describe, expect, it } from 'vitest';
import { previewText } from '../src/index.ts';

describe('previewText', () => {
  it('leaves a text of the full length alone', () => {
    expect(previewText('中'.repeat(200), 200)).toBe('中'.repeat(200));
  });

  it('cuts behind the last character and says so', () => {
    expect(previewText('abcdef', 5)).toBe('abcde…');
  });

  it('counts grapheme clusters, not code units', () => {
    const family = '👨‍👩‍👧';
    expect(previewText(family.repeat(4), 3)).toBe(`${family.repeat(3)}…`);
    expect(previewText(family.repeat(3), 3)).toBe(family.repeat(3));
    expect(previewText('e\u0301e\u0301e\u0301', 2)).toBe('e\u0301e\u0301…');
  });
});
