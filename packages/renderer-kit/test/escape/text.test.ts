import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakLinks, cleanLine, cleanText, clipText, countCharacters, embedJson, escapeHtml } from '../../src/index.ts';

describe('cleanText', () => {
  it.each([
    ['a\ud800b', 'a\ufffdb'],
    ['\udc00', '\ufffd'],
    ['one\r\ntwo\rthree\u2028four\u2029five\u0085six', 'one\ntwo\nthree\nfour\nfive\nsix'],
    ['bell\u0007 null\u0000 esc\u001b[31m', 'bell null esc[31m'],
    ['\u202eevil\u202c \u2067x\u2069 \u200fy\u061c', 'evil x y'],
    ['\ufeffbom', 'bom'],
    ['tab\tand\nnewline', 'tab\tand\nnewline'],
    ['👩‍👩‍👧‍👦 e\u0301 مرحبا', '👩‍👩‍👧‍👦 e\u0301 مرحبا'],
  ])('makes %j safe', (text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });

  it('is done after one time, and leaves no lone surrogate', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const clean = cleanText(text);
        expect(cleanText(clean)).toBe(clean);
        expect(clean).not.toMatch(/\p{Surrogate}/u);
      }),
    );
  });
});

describe('cleanLine', () => {
  it('is one line without doubled spaces', () => {
    expect(cleanLine('  a\n\n b\u2028c\t d ')).toBe('a b c d');
  });
});

describe('clipText', () => {
  it('cuts by characters and says so', () => {
    expect(clipText('abcdef', 3)).toBe('abc…');
    expect(clipText('abc', 3)).toBe('abc');
    expect(clipText('选购推荐', 2)).toBe('选购…');
  });

  it('tears no surrogate pair, no letter from its mark and no joined emoji', () => {
    expect(clipText('😀😀😀', 2)).toBe('😀😀…');
    expect(clipText('e\u0301e\u0301e\u0301', 2)).toBe('e\u0301e\u0301…');
    expect(clipText('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 1)).toBe('👩‍👩‍👧‍👦…');
    expect(clipText('👍🏽👍🏽', 1)).toBe('👍🏽…');
  });

  it('counts a pair of surrogates as one character', () => {
    expect(countCharacters('a😀')).toBe(2);
  });
});

describe('escapeHtml', () => {
  it('escapes for content and attributes', () => {
    expect(escapeHtml(`<a href="x" title='y'>&</a>`)).toBe(
      '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&lt;/a&gt;',
    );
  });
});

describe('embedJson', () => {
  it('holds nothing that ends a script element or a line of script', () => {
    const text = embedJson({ a: '</script><!--', b: '\u2028\u2029' });
    expect(text).not.toMatch(/<|\u2028|\u2029/);
    expect(JSON.parse(text)).toEqual({ a: '</script><!--', b: '\u2028\u2029' });
  });
});

describe('breakLinks', () => {
  it.each(['Hit@5', 'recall@10 of 3', 'a # b', 'C#', '12:30', 'e.g. this'])('leaves %s as it is', (text) => {
    expect(breakLinks(text)).toBe(text);
  });

  it.each([
    ['@octocat', '@\u200boctocat'],
    ['你好@all', '你好@\u200ball'],
    ['me@example.test', 'me@\u200bexample.test'],
    ['https://example.test', 'https:\u200b//example.test'],
    ['www.example.test', 'www\u200b.example.test'],
    ['see #12', 'see #\u200b12'],
  ])('puts an invisible gap into %s', (text, broken) => {
    expect(breakLinks(text)).toBe(broken);
  });
});
