/** The end (exclusive) of the balanced `{…}` or `[…]` that starts at `start`; -1 when it is never closed. Knows strings. */
function findEnd(text: string, start: number): number {
  const open: string[] = [];
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') open.push(character === '{' ? '}' : ']');
    else if (character === '}' || character === ']') {
      if (open.pop() !== character) return -1;
      if (open.length === 0) return index + 1;
    }
  }
  return -1;
}

/**
 * The last balanced object or array in a text that parses as JSON, wrapped so that a parsed null can be told from none.
 * An outer value wins over the values inside it. Something that is opened and never closed is not shortened to its parts:
 * null.
 */
export function findLastJson(text: string): { readonly value: unknown } | null {
  let found: { readonly value: unknown } | null = null;
  for (let index = text.search(/[{[]/); index >= 0 && index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character !== '{' && character !== '[') continue;
    const end = findEnd(text, index);
    if (end < 0) {
      if (opensJson(text, index)) return null;
      continue;
    }
    const value = tryParse(text.slice(index, end));
    if (value === null) continue;
    found = value;
    index = end - 1;
  }
  return found;
}

/** Whether a bracket looks like the start of JSON rather than of prose such as `[sic` or `{name`. */
function opensJson(text: string, index: number): boolean {
  return /^(?:\{\s*"[^"]*"\s*:|\[\s*[{["\d])/.test(text.slice(index, index + 200));
}

/** Parses JSON; null when it is none. */
export function tryParse(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    // Not JSON is one of the expected outcomes here; the caller goes on to the next way of reading the reply.
    return null;
  }
}
