import { describe, expect, it } from 'vitest';
import { readEntry } from '../../page/state/read-entry.ts';
import { createTexts } from '../../page/state/texts.ts';
import { EN } from '../../src/messages/en.ts';

const texts = createTexts(EN);

describe('a typed score', () => {
  it.each([
    ['.85', '0.85'],
    ['85%', '0.85'],
    ['0,85', '0.85'],
    ['１', '1'],
    ['  ', ''],
  ])('%j is %j', (typed, text) => {
    expect(readEntry(typed, 'ratio', texts)).toEqual({ text });
  });

  it.each([
    ['85', 'Above 1. Did you mean 85%?'],
    ['1.5', 'A score from 0 to 1: 0.8, .8 or 80%'],
    ['-0.1', 'A score is never below 0.'],
    ['good', 'A score from 0 to 1: 0.8, .8 or 80%'],
    ['1,234', 'A score from 0 to 1: 0.8, .8 or 80%'],
  ])('%j is refused: %s', (typed, error) => {
    expect(readEntry(typed, 'ratio', texts)).toEqual({ error });
  });

  it('of another unit may be any number from 0 on, and a comma is no point there', () => {
    expect(readEntry('1250', 'ms', texts)).toEqual({ text: '1250' });
    expect(readEntry('1,250', 'ms', texts)).toEqual({ error: 'A number from 0 on' });
  });
});

describe('texts', () => {
  it('fill their places and know one from many', () => {
    expect([texts('trouble.kept', { n: 1 }), texts('trouble.kept', { n: 2 })]).toEqual([
      'Your unsaved entry is kept.',
      'Your 2 unsaved entries are kept.',
    ]);
    expect(texts('no.such.key')).toBe('no.such.key');
    expect(texts('constructor')).toBe('constructor');
  });
});
