import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guardOwnCell, guardText, unguardOwnCell, unguardRemark, unguardText } from '../src/guard.ts';

describe('guardText', () => {
  it.each(['=1+1', '+1', '-x', '@SUM(A1)', '\tx', '\rx', '＝1', '＋1', '－1', '＠x'])(
    'guards %j, which a spreadsheet could run as a formula',
    (text) => {
      expect(guardText(text)).toBe(`'${text}`);
    },
  );

  it.each([
    '007',
    '1E5',
    '1e-5',
    '1-2',
    '1/2',
    '12:30',
    '2024-06-01',
    '2024-06-01T10:00:00Z',
    '2024年6月1日',
    'MAR1',
    '8-Jan',
    'Sept 2',
    '1 Jan 2024',
    'March 5, 2024',
    'TRUE',
    'false',
    '123456789012',
    '99100000000000000000',
    '12345678e9012345',
    '$5',
    '80%',
    '００７',
    ' 007',
    '5 PM',
    '.5',
    '1,234',
  ])('guards %j, which a spreadsheet would turn into something else', (text) => {
    expect(guardText(text)).toBe(`'${text}`);
  });

  it('guards a text that starts with an apostrophe', () => {
    expect(guardText("'tis")).toBe("''tis");
  });

  it.each([
    '',
    'S1-03',
    'S1_选购推荐',
    'hello',
    'a=b',
    'Mary',
    'Marathon 3',
    'decision',
    'v1.2',
    '第3章',
    'true story',
    '如何退货？',
  ])('leaves %j alone', (text) => {
    expect(guardText(text)).toBe(text);
  });

  it('is undone by unguardText for every text', () => {
    fc.assert(fc.property(sheetText(), (text) => unguardText(guardText(text)) === text));
  });

  it('is undone by unguardRemark for every text', () => {
    fc.assert(fc.property(sheetText(), (text) => unguardRemark(guardText(text)) === text));
  });
});

describe('unguardText', () => {
  it('removes exactly one apostrophe', () => {
    expect(unguardText("''x")).toBe("'x");
    expect(unguardText("'007")).toBe('007');
    expect(unguardText('007')).toBe('007');
  });
});

describe('unguardRemark', () => {
  it('keeps the apostrophe a person began a remark with', () => {
    expect(unguardRemark("'tis fine")).toBe("'tis fine");
  });

  it('removes the guard of a remark that needed one', () => {
    expect(unguardRemark("'-")).toBe('-');
  });
});

describe('guardOwnCell', () => {
  it.each(['007', '0.8', '-3', '+0,5', '80%', '2026-06-01', 'TRUE', "'tis", '-12.5%', '1E5', '#N/A'])(
    'leaves %j as a person typed it',
    (text) => {
      expect(guardOwnCell(text)).toBe(text);
      expect(unguardOwnCell(text)).toBe(text);
    },
  );

  it.each(['=1+1', '-1+cmd', '@x', '＝1', '- a note'])('guards %j', (text) => {
    expect(guardOwnCell(text)).toBe(`'${text}`);
  });

  it('is undone by unguardOwnCell for every text', () => {
    fc.assert(fc.property(sheetText(), (text) => unguardOwnCell(guardOwnCell(text)) === text));
  });
});

function sheetText(): fc.Arbitrary<string> {
  return fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("'", '=', '-', '1', 'a', ' ', '\t', '＝') }));
}
