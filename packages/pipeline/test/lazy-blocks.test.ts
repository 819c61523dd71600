import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseBlocksLazily } from '../src/lazy-blocks.ts';

const WHOLE = { nested: ['stats'], isCut: false };
const place = { file: '_scores.json' };
const bytesOf = (text: string): Buffer => Buffer.from(text, 'utf8');

test('gives what JSON.parse gives, for any members', () => {
  const key = fc.stringMatching(/^[a-z0-9_]{1,12}$/).filter((name) => name !== '__proto__');
  const members = fc.dictionary(key, fc.jsonValue(), { minKeys: 1, noNullPrototype: true });
  const objects = fc.record({ head: members, stats: members }, { noNullPrototype: true });
  fc.assert(
    fc.property(objects, ({ head, stats }) => {
      const text = JSON.stringify({ ...head, stats }, null, 2);
      expect(parseBlocksLazily(bytesOf(text), WHOLE, place)).toEqual(JSON.parse(text));
    }),
  );
});

test('a text inside a text is no member', () => {
  const value = { meta: { note: '\n  "overall": 1,' }, stats: { overall: { 'a",\n    "b': 1 } } };
  expect(parseBlocksLazily(bytesOf(JSON.stringify(value, null, 2)), WHOLE, place)).toEqual(value);
});

test('a text that was cut after a member has the members before', () => {
  const whole = JSON.stringify({ meta: { a: [1, 2] }, stats: { x: { y: 1 } }, per_sample: { q1: {} } }, null, 2);
  const cut = whole.slice(0, whole.indexOf('\n  "per_sample"'));
  expect(parseBlocksLazily(bytesOf(cut), { ...WHOLE, isCut: true }, place)).toEqual({
    meta: { a: [1, 2] },
    stats: { x: { y: 1 } },
  });
});

test.each([
  ['one line', '{"meta": {}, "stats": {}}'],
  ['another indentation', JSON.stringify({ meta: { a: 1 }, stats: {} }, null, 1)],
  ['tabs', JSON.stringify({ meta: {}, stats: {} }, null, '\t')],
  ['keys that are no plain words', JSON.stringify({ 'meta "x"': 1, stats: {} }, null, 2)],
  ['a key given twice', '{\n  "meta": 1,\n  "meta": 2\n}'],
  ['no object', '[\n  "meta"\n]'],
  ['nothing', ''],
])('%s is left to the ordinary parser', (_, text) => {
  expect(parseBlocksLazily(bytesOf(text), WHOLE, place)).toBeNull();
});

test('a broken member is refused when it is looked at, and names the file', () => {
  const head = parseBlocksLazily(bytesOf('{\n  "meta": {"a": NaN},\n  "stats": {}\n}'), WHOLE, place);
  expect(() => head?.['meta']).toThrow(
    expect.objectContaining({ message: 'NaN is not JSON', problems: [expect.objectContaining(place)] }),
  );
  expect(head?.['stats']).toEqual({});
});
