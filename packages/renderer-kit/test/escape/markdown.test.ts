import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { cleanLine, cleanText, codeBlock, codeSpan, escapeCell, escapeSummary, escapeTarget } from '../../src/index.ts';
import { HOSTILE_TEXTS } from '../../src/testing/index.ts';

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

function parse(markdown: string): Node {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

function collect(node: Node, type: string): Node[] {
  return [...(node.type === type ? [node] : []), ...(node.children ?? []).flatMap((child) => collect(child, type))];
}

function typesOf(node: Node): Set<string> {
  return new Set([node.type, ...(node.children ?? []).flatMap((child) => [...typesOf(child)])]);
}

function textOf(node: Node): string {
  return node.value ?? (node.children ?? []).map(textOf).join('');
}

function parseCell(cell: string): Node {
  return parse(`| a | b | c |\n|---|---|---|\n| 1 | ${cell} | 3 |\n`);
}

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom(
      '|',
      '`',
      '\\',
      '*',
      '_',
      '<',
      '>',
      '&',
      '[',
      ']',
      '(',
      ')',
      '#',
      '-',
      ' ',
      'a',
      '1',
      '.',
      '~',
      '!',
      '@',
      ':',
      '/',
      '$',
      '=',
      '+',
      '\n',
      '\t',
    ),
  }),
);

describe('escapeCell', () => {
  it.each([
    ['a|b', 'a\\|b'],
    ['`x`', '\\`x\\`'],
    ['<b>', '&lt;b&gt;'],
    ['S1_选购推荐', 'S1_选购推荐'],
    ['_x_', '\\_x\\_'],
    ['R&D &amp; Q', 'R&amp;D &amp;amp; Q'],
    ['# not a heading', '\\# not a heading'],
    ['1. no list', '1\\. no list'],
    ['- no list', '\\- no list'],
    ['Hit@5 90.1%', 'Hit@5 90.1%'],
  ])('escapes %j', (text, cell) => {
    expect(escapeCell(text)).toBe(cell);
  });

  it.each(HOSTILE_TEXTS.map((text) => [text]))('keeps %j to its cell, as text only', (text) => {
    const tree = parseCell(escapeCell(text));
    const rows = collect(tree, 'tableRow').map((row) => row.children?.length);
    expect(rows).toEqual([3, 3]);
    expect(typesOf(tree)).toEqual(new Set(['root', 'table', 'tableRow', 'tableCell', 'text']));
    expect(textOf(collect(tree, 'tableCell')[4] ?? tree).replaceAll('\u200b', '')).toBe(cleanLine(text));
  });

  it('keeps any text to its cell, unchanged but for invisible gaps', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const tree = parseCell(escapeCell(text));
        expect(collect(tree, 'tableRow').map((row) => row.children?.length)).toEqual([3, 3]);
        expect(textOf(collect(tree, 'tableCell')[4] ?? tree).replaceAll('\u200b', '')).toBe(
          cleanLine(text).replaceAll('\u200b', ''),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('begins no block where it begins a line', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const types = typesOf(parse(escapeCell(text)));
        for (const block of ['heading', 'list', 'code', 'blockquote', 'html', 'thematicBreak', 'table', 'definition'])
          expect(types).not.toContain(block);
      }),
      { numRuns: 500 },
    );
  });
});

describe('codeSpan', () => {
  it.each([
    ['x', '`x`'],
    ['a`b', '``a`b``'],
    ['`', '`` ` ``'],
    ['', ''],
  ])('fences %j', (text, span) => {
    expect(codeSpan(text)).toBe(span);
  });

  it('escapes a pipe in a table only', () => {
    expect(codeSpan('a|b')).toBe('`a\\|b`');
    expect(codeSpan('a|b', 'text')).toBe('`a|b`');
  });

  it('keeps any text to its cell', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const tree = parseCell(codeSpan(text));
        expect(collect(tree, 'tableRow').map((row) => row.children?.length)).toEqual([3, 3]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('codeBlock', () => {
  it('cannot be ended from within', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const tree = parse(`${codeBlock(`${text}\n\`\`\`\nx`)}\n\nafter`);
        expect((tree.children ?? []).map((node) => node.type)).toEqual(['code', 'paragraph']);
        expect(tree.children?.[0]?.value).toBe(cleanText(`${text}\n\`\`\`\nx`));
      }),
    );
  });
});

describe('escapeSummary', () => {
  it('holds no tag, no mention and no line end', () => {
    expect(escapeSummary('<b>\n@octocat "x"')).toBe('&lt;b&gt; @\u200boctocat &quot;x&quot;');
  });
});

describe('escapeTarget', () => {
  it('encodes what could end a link target', () => {
    expect(escapeTarget('runs/a b)(<x>.jsonl')).toBe('runs/a%20b%29%28%3Cx%3E.jsonl');
  });
});
