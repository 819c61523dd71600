import type { RepairLog } from '../importer.ts';
import { isObject, textAt } from './is-object.ts';

/** The text of a list item: documents of frameworks hold it under one of these keys. */
function itemText(item: unknown): string | null {
  if (item === null || item === undefined) return null;
  if (typeof item === 'string') return item;
  if (!isObject(item)) return typeof item === 'object' ? JSON.stringify(item) : String(item);
  const known = ['page_content', 'text', 'content', 'chunk', 'document', 'context'].map((key) => textAt(item, key));
  return known.find((text) => text !== undefined) ?? JSON.stringify(item);
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
};

function readEscape(text: string, index: number): { value: string; next: number } {
  const letter = text.charAt(index);
  const width = letter === 'x' ? 2 : letter === 'u' ? 4 : letter === 'U' ? 8 : 0;
  const digits = text.slice(index + 1, index + 1 + width);
  const code = Number.parseInt(digits, 16);
  if (width > 0 && /^[0-9a-f]+$/i.test(digits) && digits.length === width && code <= 0x10ffff)
    return { value: String.fromCodePoint(code), next: index + 1 + width };
  return { value: Object.hasOwn(ESCAPES, letter) ? (ESCAPES[letter] ?? '') : `\\${letter}`, next: index + 1 };
}

/** A string literal that begins at the index; undefined when it is none or never ends. */
function readLiteral(text: string, start: number): { value: string; next: number } | undefined {
  const quote = text.charAt(start);
  if (quote !== "'" && quote !== '"') return undefined;
  let value = '';
  for (let index = start + 1; index < text.length; ) {
    const character = text.charAt(index);
    if (character === quote) return { value, next: index + 1 };
    if (character === '\\') {
      const escaped = readEscape(text, index + 1);
      value += escaped.value;
      index = escaped.next;
    } else {
      value += character;
      index++;
    }
  }
  return undefined;
}

/**
 * A Python list of string literals as `str(list)` writes it, commas between the items or, as numpy prints, white space
 * only. Null for anything else; nothing is evaluated.
 */
export function parsePythonList(text: string): (string | null)[] | null {
  const body = text.trim();
  if (!/^[[(].*[\])]$/s.test(body)) return null;
  const items: (string | null)[] = [];
  const end = body.length - 1;
  for (let index = 1; index < end; ) {
    const blank = /[\s,]*/y;
    blank.lastIndex = index;
    index += blank.exec(body)?.[0].length ?? 0;
    if (index >= end) break;
    if (body.startsWith('None', index)) {
      items.push(null);
      index += 4;
      continue;
    }
    const literal = readLiteral(body, index);
    if (literal === undefined) return null;
    items.push(literal.value);
    index = literal.next;
    if (index < end && !/[\s,]/.test(body.charAt(index))) return null;
  }
  return items;
}

function parseJsonList(text: string): (string | null)[] | null {
  if (!text.trimStart().startsWith('[')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.map(itemText) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const MISSING = /^\s*(nan|none|null|n\/a|na|<na>)?\s*$/i;

/** Texts joined by ` | `: every bar stands between blanks, which those of tables inside a text do not. */
function isJoined(text: string): boolean {
  return text.includes(' | ') && text.split('|').length === text.split(' | ').length;
}

/**
 * The items of a list cell: a list, a JSON list, a Python list, texts joined by ` | ` (said), else one text. Null for a
 * cell that holds nothing: that is not an empty list.
 */
export function parseList(value: unknown, repairs: RepairLog): (string | null)[] | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map(itemText);
  if (typeof value !== 'string') return [itemText(value)];
  if (MISSING.test(value)) return null;
  const listed = parseJsonList(value) ?? parsePythonList(value);
  if (listed !== null) return listed;
  if (isJoined(value)) {
    repairs.add('joined_contexts', 'texts joined by " | " in one cell were taken apart');
    return value.split(' | ');
  }
  if (/^\s*\[/.test(value) && /\]\s*$/.test(value))
    repairs.add('broken_list', 'lists that could not be read were taken as one text');
  return [value];
}

/** Ids in a list cell: as above, and separated by commas or semicolons too. Blank ones are dropped and told. */
export function parseIds(value: unknown, repairs: RepairLog): string[] | null {
  const items = parseList(typeof value === 'number' ? String(value) : value, repairs);
  if (items === null) return null;
  const single = items.length === 1 && typeof value === 'string' && !/^\s*[[(]/.test(value) ? (items[0] ?? '') : null;
  const all = single === null ? items : single.split(/\s*[;,]\s*/);
  const kept = all.filter((id): id is string => id !== null && id.trim() !== '').map((id) => id.trim());
  repairs.add('blank_id', 'blank document ids were dropped', all.length - kept.length);
  return kept;
}
