const EXTENDS_PREVIOUS = /^(?:\p{Mark}|\u200d|[\ufe0e\ufe0f]|[\u{1f3fb}-\u{1f3ff}])$/u;
const JOINER = '\u200d';

/**
 * The first `max` characters of a text, then `…` when something was cut. A base letter and its marks, and the parts of a
 * joined emoji, are never torn apart. The result does not depend on the ICU version.
 */
export function clipText(text: string, max: number): string {
  if (text.length <= max) return text;
  let taken = 0;
  let end = 0;
  let previous = '';
  for (const character of text) {
    const joined = previous === JOINER || EXTENDS_PREVIOUS.test(character);
    if (!joined) {
      if (taken === max) return `${text.slice(0, end).trimEnd()}…`;
      taken++;
    }
    end += character.length;
    previous = character;
  }
  return text;
}

/** Number of characters as a reader counts them roughly: code points. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
