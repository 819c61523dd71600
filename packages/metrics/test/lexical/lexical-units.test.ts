import { describe, expect, it } from 'vitest';
import { findNumbers, normaliseText, splitUnits } from '../../src/lexical/lexical-units.ts';
import { splitSentences } from '../../src/lexical/split-sentences.ts';

describe('units', () => {
  it.each([
    ['保修两年', ['保修', '修两', '两年']],
    ['好', ['好']],
    ['the lock2 has 3.5 v', ['the', 'lock2', 'has', '3', '5', 'v']],
    ['门锁x1支持nfc', ['门锁', 'x1', '支持', 'nfc']],
    ['été naïve', ['été', 'naïve']],
    ['—…!', []],
  ])('of %j', (text, units) => {
    expect(splitUnits(text)).toEqual(units);
  });

  it('fold width and case and lose markdown', () => {
    expect(normaliseText('## Ｌｏｃｋ\n**Two** `years` [more](http://x.y)')).toBe('lock\ntwo years more');
    expect(splitUnits(normaliseText('| 颜色 | 红 |\n|---|:-:|'))).toEqual(['颜色', '红']);
    expect(splitUnits(normaliseText('第一行<br/>ok'))).toEqual(['第一', '一行', 'ok']);
  });

  it('keep an underscored name and a bare less-than sign', () => {
    expect(normaliseText('a_b < c')).toBe('a_b < c');
  });

  it('read numbers with decimals and thousands separators', () => {
    expect([...findNumbers('1,299.50 元, 2 年, 1,2')]).toEqual(['1299.50', '2', '1']);
  });
});

describe('sentences', () => {
  it.each([
    ['保修两年。支持退换！真的吗？是的；好的', ['保修两年。', '支持退换!', '真的吗?']],
    ['It is red. It costs 3.5 euro. Yes.', ['it is red.', 'it costs 3.5 euro.']],
    ['1. open the app\n2) press the key\n- hold it', ['open the app', 'press the key', 'hold it']],
    ['一、打开应用\n（2）按住按键', ['打开应用', '按住按键']],
    ['2 years of warranty', ['2 years of warranty']],
    ['wait… then press it', ['then press it']],
    ['好。', []],
  ])('of %j', (text, sentences) => {
    expect(splitSentences(normaliseText(text))).toEqual(sentences);
  });
});
