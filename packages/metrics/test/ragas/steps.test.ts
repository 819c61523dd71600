import { describe, expect, it } from 'vitest';
import { classify } from '../../src/ragas/steps/classify.ts';
import { decompose } from '../../src/ragas/steps/decompose.ts';
import { question } from '../../src/ragas/steps/question.ts';
import { useful, usefulBatch } from '../../src/ragas/steps/useful.ts';
import { verify } from '../../src/ragas/steps/verify.ts';

const two = { premise: 'p', statements: ['a', 'b'] };
const verdicts = (...items: unknown[]): unknown => ({ verdicts: items });

describe('checking verdicts', () => {
  it('sorts them by their number', () => {
    const answer = verdicts({ i: 1, why: 'x', ok: 0 }, { i: 0, why: '', ok: 1 });
    expect(verify.check(answer, two)).toEqual([
      { i: 0, why: '', ok: 1 },
      { i: 1, why: 'x', ok: 0 },
    ]);
  });

  it.each([
    [1, 1],
    ['1', 1],
    [true, 1],
    ['是', 1],
    ['Yes', 1],
    [0, 0],
    ['0', 0],
    [false, 0],
    ['否', 0],
    [' no ', 0],
  ])('reads %j as %i', (ok, expected) => {
    const answer = verdicts({ i: 0, why: '', ok }, { i: '1', ok: 1 });
    expect(verify.check(answer, two).map((verdict) => verdict.ok)).toEqual([expected, 1]);
  });

  it.each([
    ['a verdict of 2', verdicts({ i: 0, why: '', ok: 2 }, { i: 1, why: '', ok: 1 }), /"ok" must be 0 or 1/],
    ['a verdict in words', verdicts({ i: 0, why: '', ok: 'partly' }, { i: 1, why: '', ok: 1 }), /"ok" must be 0 or 1/],
    ['no verdict', verdicts({ i: 0, why: '' }, { i: 1, why: '', ok: 1 }), /"ok" must be 0 or 1/],
    ['a missing number', verdicts({ i: 0, why: '', ok: 1 }), /lacks the number 1/],
    ['a number twice', verdicts({ i: 0, why: '', ok: 1 }, { i: 0, why: '', ok: 1 }), /number 0 twice/],
    [
      'numbers from 1',
      verdicts({ i: 1, why: '', ok: 1 }, { i: 2, why: '', ok: 1 }),
      /has the number 2; the numbers are 0 to 1/,
    ],
    ['no number', verdicts({ why: '', ok: 1 }, { why: '', ok: 1 }), /"i" must be/],
    ['a broken number', verdicts({ i: 0.5, why: '', ok: 1 }), /"i" must be/],
    ['a why that is no text', verdicts({ i: 0, why: 3, ok: 1 }, { i: 1, why: '', ok: 1 }), /"why" must be a string/],
    ['another key', { statements: [] }, /"verdicts" must be an array/],
    ['a bare list', [], /must be a JSON object/],
    ['null', null, /must be a JSON object/],
    ['items that are no objects', verdicts(1, 1), /each item of "verdicts"/],
  ])('refuses %s', (_, answer, message) => {
    expect(() => verify.check(answer, two)).toThrow(message);
  });

  it('finds no key on the prototype', () => {
    expect(() => verify.check(Object.create({ verdicts: [] }), { premise: '', statements: [] })).toThrow(
      /"verdicts" must be an array/,
    );
  });
});

describe('checking the other steps', () => {
  const input = { question: 'q', text: 't' };

  it('trims statements and drops blank ones', () => {
    expect(decompose.check({ statements: [' a ', '', '\n'], noncommittal: 'no' }, input)).toEqual({
      statements: ['a'],
      noncommittal: 0,
    });
  });

  it('refuses statements that are no texts, and a decomposition without its flag', () => {
    expect(() => decompose.check({ statements: [{ statement: 'a' }], noncommittal: 0 }, input)).toThrow(
      /must be a string/,
    );
    expect(() => decompose.check({ statements: [] }, input)).toThrow(/"noncommittal" must be 0 or 1/);
  });

  it('lets a generated question be blank but not absent', () => {
    const asked = { response: 'r', asked: 'q' };
    expect(question.check({ question: ' ', noncommittal: 1 }, asked)).toEqual({ question: '', noncommittal: 1 });
    expect(() => question.check({ noncommittal: 1 }, asked)).toThrow(/"question" must be a string/);
  });

  it('wants every statement of both sides classified', () => {
    const sides = { question: 'q', answer: ['a'], reference: ['b', 'c'] };
    const flags = {
      answer: [{ i: 0, ok: true }],
      reference: [
        { i: 1, ok: 0 },
        { i: 0, ok: 1 },
      ],
    };
    expect(classify.check(flags, sides)).toEqual({
      answer: [{ i: 0, ok: 1 }],
      reference: [
        { i: 0, ok: 1 },
        { i: 1, ok: 0 },
      ],
    });
    expect(() => classify.check({ ...flags, reference: [{ i: 0, ok: 1 }] }, sides)).toThrow(
      /"reference" lacks the number 1/,
    );
    expect(() => classify.check({ ...flags, answer: [] }, sides)).toThrow(/"answer" lacks the number 0/);
  });

  it('reads usefulness, one context or all', () => {
    expect(useful.check({ why: null, useful: '1' }, { question: '', context: '', reference: '' })).toEqual({
      why: '',
      useful: 1,
    });
    const batch = { question: '', contexts: ['a', 'b'], reference: '' };
    expect(
      usefulBatch.check(
        {
          contexts: [
            { i: 1, useful: 0 },
            { i: 0, useful: 1 },
          ],
        },
        batch,
      ),
    ).toEqual([
      { why: '', useful: 1 },
      { why: '', useful: 0 },
    ]);
    expect(() => usefulBatch.check({ contexts: [{ i: 1, useful: 0 }] }, batch)).toThrow(/lacks the number 0/);
  });
});

describe('schemas of the steps', () => {
  const steps = [decompose, verify, question, classify, useful, usefulBatch];

  function findObjects(schema: unknown): Record<string, unknown>[] {
    if (schema === null || typeof schema !== 'object') return [];
    const own = (schema as Record<string, unknown>)['type'] === 'object' ? [schema as Record<string, unknown>] : [];
    return [...own, ...Object.values(schema).flatMap(findObjects)];
  }

  it.each(steps)('of $prompt require every key and allow no other', ({ schema }) => {
    const objects = findObjects(schema);
    expect(objects.length).toBeGreaterThan(0);
    for (const object of objects) {
      expect(object['required']).toEqual(Object.keys(object['properties'] as object));
      expect(object['additionalProperties']).toBe(false);
    }
  });

  it('put why before the verdict', () => {
    const items = (verify.schema['properties'] as Record<string, { items: { required: string[] } }>)['verdicts']?.items
      .required;
    expect(items).toEqual(['i', 'why', 'ok']);
    expect(useful.schema['required']).toEqual(['why', 'useful']);
  });
});
