import { describe, expect, it } from 'vitest';
import { tokenizeText } from '../src/tokenize.ts';

describe('tokenizeText', () => {
  it('cuts Chinese into overlapping pairs', () => {
    expect(tokenizeText('电子发票')).toEqual(['电子', '子发', '发票']);
  });
  it('keeps Latin words and digits whole and in lower case, also between Chinese characters', () => {
    expect(tokenizeText('V5 Pro吸力7000帕')).toEqual(['v5', 'pro', '吸力', '7000', '帕']);
  });
  it('makes no pair across a joiner, a space or a mark', () => {
    expect(tokenizeText('滤网的寿命，换新')).toEqual(['滤网', '寿命', '换新']);
  });
  it('keeps a run of joiners only, so that no question is left without terms', () => {
    expect(tokenizeText('了吗')).toEqual(['了吗']);
  });
  it('folds full-width letters and digits', () => {
    expect(tokenizeText('Ｌ３')).toEqual(['l3']);
  });
  it('keeps repeats, which count for the frequency of a term', () => {
    expect(tokenizeText('红红红')).toEqual(['红红', '红红']);
  });
  it('finds no term in punctuation', () => {
    expect(tokenizeText('？！… ')).toEqual([]);
  });
  it('takes a Han character outside the basic plane as one character', () => {
    expect(tokenizeText('𠮷野家')).toEqual(['𠮷野', '野家']);
  });
});
