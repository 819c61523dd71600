import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** A node of a parsed Markdown page, as far as the tests look. */
export interface Node {
  readonly type: string;
  readonly value?: string;
  readonly url?: string;
  readonly depth?: number;
  readonly children?: readonly Node[];
}

/** Parses Markdown as a code host does (tables, strikethrough, bare links). */
export function parseGfm(markdown: string): Node {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

/** All nodes of a type, in reading order. */
export function collect(node: Node, type: string): Node[] {
  return [...(node.type === type ? [node] : []), ...(node.children ?? []).flatMap((child) => collect(child, type))];
}

export function textOf(node: Node): string {
  return node.value ?? (node.children ?? []).map(textOf).join('');
}

/** The cells of every table in a text: tables of rows of texts. */
export function readTables(markdown: string): string[][][] {
  return tablesOf(parseGfm(markdown));
}

/** The cells of every table in a parsed page. */
export function tablesOf(tree: Node): string[][][] {
  return collect(tree, 'table').map((table) =>
    (table.children ?? []).map((row) => (row.children ?? []).map((cell) => textOf(cell).trim())),
  );
}
