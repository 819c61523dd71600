import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitPlainCsv } from '../src/split-csv.ts';

const OPTIONS = { record_delimiter: ['\r\n', '\n'], relax_column_count: true, skip_empty_lines: false };

function parseStrictly(text: string, delimiter: string): string[][] | undefined {
  try {
    return parse(text, { ...OPTIONS, delimiter });
  } catch {
    return undefined;
  }
}

describe('splitPlainCsv', () => {
  it('splits records with and without quotes', () => {
    expect(splitPlainCsv('a,b,c\r\n1,"x, ""y""\n z",\r\n,,\n', ',')).toStrictEqual([
      ['a', 'b', 'c'],
      ['1', 'x, "y"\n z', ''],
      ['', '', ''],
    ]);
  });

  it.each([
    ['a quote inside an unquoted field', 'a,b"c\n'],
    ['text behind a closing quote', '"a"b,c\n'],
    ['a quote that is never closed', 'a,"b\n'],
    ['an empty line', 'a,b\n\nc,d\n'],
    ['a lone CR', 'a,b\rc,d\n'],
    ['an empty text', ''],
  ])('leaves %s to the strict parser', (_, text) => {
    expect(splitPlainCsv(text, ',')).toBeUndefined();
  });

  it('splits what it splits as csv-parse does', () => {
    const token = fc.constantFrom(',', ';', '"', '""', '\n', '\r\n', '\r', 'a', '检索', ' ', "'=1", '0.5');
    const text = fc.array(token, { maxLength: 30 }).map((tokens) => tokens.join(''));
    fc.assert(
      fc.property(text, fc.constantFrom(',', ';', '\t'), (csv, delimiter) => {
        const plain = splitPlainCsv(csv, delimiter);
        expect(plain ?? parseStrictly(csv, delimiter)).toStrictEqual(parseStrictly(csv, delimiter));
      }),
      { numRuns: 1000 },
    );
  });

  it('splits every text that is written with quotes where they are needed', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', '值') });
    const write = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const table = fc.array(fc.tuple(fc.constant('id'), cell, cell), { minLength: 1 });
    fc.assert(
      fc.property(table, (rows) => {
        const text = rows.map((row) => `${row.map(write).join(',')}\r\n`).join('');
        fc.pre(!/\r(?!\n)/.test(text));
        expect(splitPlainCsv(text, ',')).toStrictEqual(rows);
      }),
    );
  });
});
