import { countCharacters } from '../escape/clip-text.ts';

/** What stands in place of a text: its length in characters. */
export function redactText(text: string): string {
  return `[${countCharacters(text)} chars]`;
}

/** {@link redactText} for what may be absent. */
export function redactNullable(text: string | null): string | null {
  return text === null ? null : redactText(text);
}

/** Keys whose text names a thing and says nothing about its content. */
const IDENTIFYING = /^(?:(?:.*_)?ids?|(?:source|object)_key|ranking|model)$/;

/**
 * Redacts every text in a free JSON value but those under a key that names a thing (`document_id`, `ranking`, `model`).
 * Numbers, truth values and the shape stay.
 */
export function redactJson(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return IDENTIFYING.test(key) ? value : redactText(value);
  if (Array.isArray(value)) return value.map((item) => redactJson(item, key));
  if (value === null || typeof value !== 'object') return value;
  const copy: Record<string, unknown> = Object.create(null);
  for (const [name, member] of Object.entries(value)) copy[name] = redactJson(member, name);
  return copy;
}
