import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RepairLog } from '../src/importer.ts';
import { readJsonElements } from '../src/read/json-elements.ts';
import { mendJson } from '../src/read/loose-json.ts';

interface Parts {
  readonly elements: unknown[];
  readonly envelope: unknown;
  readonly lines: number[];
  readonly repairs: Record<string, number>;
}

async function* pieces(text: string, size: number): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size);
}

async function split(text: string, path: readonly string[], size: number = 7): Promise<Parts> {
  const repairs = new RepairLog();
  const elements: unknown[] = [];
  const lines: number[] = [];
  let envelope: unknown;
  const isTarget = (found: readonly string[]): boolean => found.join('/') === path.join('/');
  for await (const { value, line } of readJsonElements(pieces(text, size), {
    file: 'f.json',
    repairs,
    isTarget,
    onEnvelope: (value) => (envelope = value),
  })) {
    elements.push(value);
    lines.push(line);
  }
  return {
    elements,
    envelope,
    lines,
    repairs: Object.fromEntries(repairs.list().map(({ code, count }) => [code, count])),
  };
}

describe('readJsonElements', () => {
  it('cuts the elements of a nested array out and leaves the rest', async () => {
    const read = await split(
      '{"a":[1,2],"results":{"prompts":[{"x":1}],"results":[\n{"q":"a]}"},\n{"q":"\\"["}]},"z":null}',
      ['results', 'results'],
    );
    expect(read.elements).toEqual([{ q: 'a]}' }, { q: '"[' }]);
    expect(read.lines).toEqual([2, 3]);
    expect(read.envelope).toEqual({ a: [1, 2], results: { prompts: [{ x: 1 }], results: [] }, z: null });
  });

  it('takes scalars, nested lists and an empty array as they are', async () => {
    expect((await split('[1, "a,b", null, [2, [3]], {"b": []}, true]', [])).elements).toEqual([
      1,
      'a,b',
      null,
      [2, [3]],
      { b: [] },
      true,
    ]);
    expect((await split('{"samples": [ ] }', ['samples'])).elements).toEqual([]);
  });

  it('mends bare NaN and raw line breaks inside texts, and counts both', async () => {
    const read = await split('[{"a": NaN, "b": "NaN"}, {"a": -Infinity, "b": "x\ny"}]', []);
    expect(read.elements).toEqual([
      { a: null, b: 'NaN' },
      { a: null, b: 'x\ny' },
    ]);
    expect(read.repairs).toEqual({ bare_nan: 2, raw_control: 1 });
  });

  it.each([
    ['[{"a":1},{"b"', 'the JSON document ends in the middle: it was cut off'],
    ['[{"a":1}] x', 'something follows the end of the JSON document'],
  ])('refuses %j', async (text, message) => {
    await expect(split(text, [])).rejects.toMatchObject({ code: 'data', file: 'f.json', message });
  });

  it('names the line of a broken element', async () => {
    await expect(split('[\n{"a":1},\n{"b":}\n]', [])).rejects.toMatchObject({ code: 'data', line: 3 });
  });

  it('gives what JSON.parse gives, however the text is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 6 }),
        fc.jsonValue(),
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        async (items, other, size, indented) => {
          const text = JSON.stringify({ before: other, samples: items, after: other }, null, indented ? 1 : undefined);
          const read = await split(text, ['samples'], size);
          expect(read.elements).toEqual(JSON.parse(JSON.stringify(items)));
          expect(read.envelope).toEqual(JSON.parse(JSON.stringify({ before: other, samples: [], after: other })));
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('mendJson', () => {
  it('leaves valid JSON as it is', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(mendJson(text).text).toBe(text);
      }),
    );
  });
});
