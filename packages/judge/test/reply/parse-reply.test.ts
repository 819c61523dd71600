import { describe, expect, it } from 'vitest';
import { parseReply, stripThinking } from '../../src/reply/parse-reply.ts';

describe('reading JSON out of a reply', () => {
  it.each<[string, string, unknown]>([
    ['plain JSON', '{"a": 1}', { a: 1 }],
    ['white space around it', '\n {"a": 1}\n\n', { a: 1 }],
    ['a code fence', '```json\n{"a": 1}\n```', { a: 1 }],
    ['prose around it', 'Sure! Here it is: {"a": 1} Hope this helps.', { a: 1 }],
    ['thinking before it', '<think>maybe {"a": 0}?</think>{"a": 1}', { a: 1 }],
    ['thinking without an opening tag', 'maybe {"a": 0}?</think>{"a": 1}', { a: 1 }],
    ['the last of several objects', '{"a": 0} no, rather {"a": 1}', { a: 1 }],
    ['an outer object rather than those inside', 'So: {"v": [{"i": 0}, {"i": 1}]}', { v: [{ i: 0 }, { i: 1 }] }],
    ['brackets inside strings', 'x {"a": "} ] \\" {"} y', { a: '} ] " {' }],
    ['an array', 'Result: [1, 2]', [1, 2]],
    ['brackets of prose before it', 'As [sic] they say {so}: {"a": 1}', { a: 1 }],
    ['Chinese quotation marks around keys and texts', '{“a”: “是”}', { a: '是' }],
    ['full-width colon, comma and braces', '｛"a"：1，"b"：［2］｝', { a: 1, b: [2] }],
    [
      'Chinese marks as structure, kept inside texts',
      '{“why”：“文中写“两年”，不是三年”，“ok”：0}',
      { why: '文中写“两年”，不是三年', ok: 0 },
    ],
    ['straight quotation marks inside Chinese ones', '{“why”: “写着 "两年" 的”}', { why: '写着 "两年" 的' }],
    ['a JSON null', 'null', null],
  ])('takes %s', (_, text, expected) => {
    expect(parseReply(text)).toEqual({ value: expected });
  });

  it('leaves full-width marks inside JSON strings alone', () => {
    expect(parseReply('{"why": "是：“对”，好"}')).toEqual({ value: { why: '是：“对”，好' } });
  });

  it.each([
    ['prose', 'I cannot say.'],
    ['nothing', ''],
    ['thinking only', '<think>{"a": 1}'],
    ['a list that was cut off', '{"verdicts": [{"i": 0, "ok": 1}, {"i": 1, "o'],
    ['a list that was cut off after a whole item', '{"verdicts": [{"i": 0, "ok": 1}, '],
    ['a fenced list that was cut off', '```json\n[{"i": 0, "ok": 1}, {"i": 1'],
    ['single quotes', "{'a': 1}"],
    ['a trailing comma', '{"a": 1,}'],
  ])('takes nothing out of %s', (_, text) => {
    expect(parseReply(text)).toBeNull();
  });

  it('strips thinking of either name', () => {
    expect(stripThinking('<thinking>x</thinking> y <think>z')).toBe('y');
  });
});
