import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCsv, type SheetDocument } from '../src/index.ts';

function documentOf(rows: readonly (readonly (string | number | boolean | null)[])[]): SheetDocument {
  return { columns: ['user_input', 'hit@5'], kinds: ['text', 'value'], rows };
}

describe('formatCsv', () => {
  it('writes a byte order mark, CRLF and quotes where RFC 4180 needs them', () => {
    const text = [...formatCsv(documentOf([['a "b", c\nd', 0.5]]))].join('');
    expect(text).toBe('\uFEFFuser_input,hit@5\r\n"a ""b"", c\nd",0.5\r\n');
  });

  it('tells nothing from zero', () => {
    const text = [
      ...formatCsv(
        documentOf([
          [null, 0],
          ['', null],
        ]),
      ),
    ].join('');
    expect(text).toBe('\uFEFFuser_input,hit@5\r\n,0\r\n,\r\n');
  });

  it('writes numbers in full precision and never guards them', () => {
    const text = [...formatCsv(documentOf([['x', -0.1 - 0.2]]))].join('');
    expect(text).toContain('x,-0.30000000000000004\r\n');
  });

  it('keeps a lone CR inside quotes', () => {
    expect([...formatCsv(documentOf([['a\rb', 1]]))].join('')).toContain('"a\rb",1\r\n');
  });

  it('is read back by a strict reader as it was given', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', '中', ' ', ';', '😀') });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), (texts) => {
        const text = [...formatCsv(documentOf(texts.map((value) => [value, 1])))].join('');
        const rows: string[][] = parse(text, { bom: true, record_delimiter: '\r\n' });
        expect(rows.slice(1).map((row) => row[0])).toEqual(
          texts.map((value) => (value.startsWith('\r') ? `'${value}` : value)),
        );
      }),
    );
  });

  it('gives many small chunks for a large sheet', () => {
    const rows = Array.from({ length: 3000 }, (_, index) => [`question ${index} ${'x'.repeat(100)}`, 1]);
    const chunks = [...formatCsv(documentOf(rows))];
    expect(chunks.length).toBeGreaterThan(3);
    expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThan(70_000);
  });
});
