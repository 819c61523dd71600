import { breakLinks } from './break-links.ts';
import { cleanLine, cleanText } from './clean-text.ts';
import { escapeHtml } from './html.ts';

const IS_WORD = /[\p{L}\p{N}]/u;

function escapeInline(line: string): string {
  return line.replace(/[\\|`*~[\]$<>_]|&(?=#|[A-Za-z])/g, (character, at: number) => {
    if (character === '&') return '&amp;';
    if (character === '<') return '&lt;';
    if (character === '>') return '&gt;';
    const inWord = character === '_' && IS_WORD.test(line.charAt(at - 1)) && IS_WORD.test(line.charAt(at + 1));
    return inWord ? character : `\\${character}`;
  });
}

/** Words and numbers that need no escape at all, single spaces between them. */
const PLAIN = /^(?:[A-Za-z0-9\u4e00-\u9fff%—–≥≤−▲▼≈]|[.,](?=\d)|(?<=\S) (?=\S))*$/;

/** What would begin a heading, a list, a rule or the underline of a heading if a line began with it. */
const BLOCK_START = /^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|-{2,}|={1,}|\d{1,9}(?=[.)](?:\s|$)))/;

function escapeStart(line: string): string {
  const start = BLOCK_START.exec(line)?.[0];
  if (start === undefined) return line;
  return /\d/.test(start) ? `${start}\\${line.slice(start.length)}` : `\\${line}`;
}

/**
 * Text for a GFM table cell or any other place within a line: one line, nothing in it is markup, a link, a mention or a
 * tag, and no `|` ends the cell, also where a line begins with it. Underscores inside words stay readable.
 */
export function escapeCell(text: string): string {
  if (PLAIN.test(text)) return text;
  return breakLinks(escapeStart(escapeInline(cleanLine(text))));
}

function fenceFor(text: string, least: number): string {
  let longest = least - 1;
  for (const run of text.match(/`+/g) ?? []) longest = Math.max(longest, run.length);
  return '`'.repeat(longest + 1);
}

/**
 * A code span, by default one that may stand in a table cell (`place: 'text'` for anywhere else, where `|` needs no
 * escape). Empty text gives an empty result.
 */
export function codeSpan(text: string, place: 'cell' | 'text' = 'cell'): string {
  const line = cleanLine(text);
  if (line === '') return '';
  const inCell = place === 'cell';
  if (inCell && /\\\|/.test(line)) return `<code>${escapeCell(line)}</code>`;
  const fence = fenceFor(line, 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${inCell ? line.replaceAll('|', '\\|') : line}${pad}${fence}`;
}

/** A fenced block that no run of back-ticks in the text can end. */
export function codeBlock(text: string, language = ''): string {
  const body = cleanText(text);
  const fence = fenceFor(body, 3);
  return `${fence}${language}\n${body}\n${fence}`;
}

/** Text for the inside of an HTML element that stands in Markdown, such as `<summary>`: one line, no tag, no mention. */
export function escapeSummary(text: string): string {
  return escapeHtml(breakLinks(cleanLine(text)));
}

/** Address for a Markdown link target: characters that could end it are percent-encoded. */
export function escapeTarget(path: string): string {
  return cleanText(path)
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(/[()'!*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`),
    )
    .join('/');
}
