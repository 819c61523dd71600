import { isObject, textAt } from './is-object.ts';

const TEXT_KEYS = [
  'question',
  'query',
  'input',
  'user_input',
  'prompt',
  'answer',
  'output',
  'response',
  'result',
  'text',
  'content',
  'expected',
  'reference',
];

/** Nothing deeper than this is somebody's text. */
const MAX_DEPTH = 8;

/** The text of the last message of a conversation, by role where one is wanted. */
function lastMessage(messages: readonly unknown[], depth: number): string | null {
  for (const message of [...messages].reverse()) {
    const text = isObject(message) ? textOf(message['content'] ?? message['text'], depth + 1) : null;
    if (text !== null && text !== '') return text;
  }
  return null;
}

function partsText(parts: readonly unknown[], depth: number): string | null {
  const texts = parts.map((part) => (typeof part === 'string' ? part : (textAt(part, 'text') ?? null)));
  if (texts.every((text) => text !== null)) return texts.join('');
  return lastMessage(parts, depth);
}

/**
 * The text a cell holds: a text as it is, a number as it prints, the one text of an object of inputs or outputs, the
 * last message of a conversation; JSON for other objects. Null for nothing.
 */
export function textOf(value: unknown, depth: number = 0): string | null {
  if (value === null || value === undefined || depth > MAX_DEPTH) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? null : (partsText(value, depth) ?? JSON.stringify(value));
  if (!isObject(value)) return null;
  const messages = value['messages'];
  if (Array.isArray(messages)) return lastMessage(messages, depth);
  const keys = Object.keys(value);
  const known = TEXT_KEYS.find((key) => typeof value[key] === 'string');
  const only = keys.length === 1 ? keys[0] : undefined;
  if (known !== undefined) return textAt(value, known) ?? null;
  return only === undefined ? (keys.length === 0 ? null : JSON.stringify(value)) : textOf(value[only], depth + 1);
}

/** The value of a cell that may be written as JSON text; the cell itself where it is none. */
export function parseJsonCell(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{"]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch (error) {
    if (error instanceof SyntaxError) return value;
    throw error;
  }
}

/** As {@link textOf}, for cells in which an object may be written as JSON text. */
export function textOfJson(value: unknown): string | null {
  return textOf(parseJsonCell(value));
}
