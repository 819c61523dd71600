import { describe, expect, it } from 'vitest';
import { displayWidth } from '../src/terminal/display-width.ts';

describe('displayWidth', () => {
  it.each([
    ['', 0],
    ['hit@5', 5],
    ['检索命中 Hit@5', 14],
    ['首字延迟', 8],
    ['（全角）', 8],
    ['–', 1],
    ['⚑ few', 5],
    ['한국어', 6],
    ['e\u0301', 1],
    ['😀', 2],
    ['a\u200bb', 2],
  ])('takes %j to fill %i columns', (text, columns) => {
    expect(displayWidth(text)).toBe(columns);
  });
});
