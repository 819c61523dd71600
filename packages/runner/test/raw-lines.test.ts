import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderLines, readRawLines } from '../src/raw-lines.ts';

async function* cut(bytes: Uint8Array, points: readonly number[]): AsyncGenerator<Uint8Array> {
  const places = [0, ...[...points].sort((a, b) => a - b), bytes.length];
  for (const [index, place] of places.slice(1).entries()) yield bytes.slice(places[index], place);
}

async function textsOf(lines: AsyncIterable<Uint8Array>): Promise<string[]> {
  const texts: string[] = [];
  for await (const line of lines) texts.push(new TextDecoder().decode(line));
  return texts;
}

async function* encode(lines: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const line of lines) yield new TextEncoder().encode(line);
}

describe('readRawLines', () => {
  it('gives the lines of a stream wherever it is cut, without blank ones', async () => {
    const bytes = new TextEncoder().encode('{"a":"汉"}\n\n \r\n{"b":2}\n{"c":3}');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 8 }), async (points) => {
        expect(await textsOf(readRawLines(cut(bytes, points)))).toEqual(['{"a":"汉"}', '{"b":2}', '{"c":3}']);
      }),
    );
  });
});

describe('orderLines', () => {
  it('puts lines in the order of their places, the last of several with one place', async () => {
    const ordered = await textsOf(orderLines(encode(['b old', 'd', 'a', 'b new', 'c']), [1, 9, 0, 1, 5]));
    expect(ordered.join('')).toBe('a\nb new\nc\nd\n');
  });

  it('gives each place once, whatever the order of arrival', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(20), { minLength: 1, maxLength: 40 }), async (orders) => {
        const text = (await textsOf(orderLines(encode(orders.map((order, line) => `${order}:${line}`)), orders))).join(
          '',
        );
        const expected = [...new Set(orders)]
          .sort((a, b) => a - b)
          .map((order) => `${order}:${orders.lastIndexOf(order)}\n`);
        expect(text).toBe(expected.join(''));
      }),
    );
  });
});
