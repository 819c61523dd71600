/** Radicals and the compatibility forms of ideographs that look like the ordinary characters and are not. */
const LOOK_ALIKES = /[\u2e80-\u2fdf\uf900-\ufaff]/g;
const INVISIBLE = /[\u200b-\u200f\u2060\ufeff]/g;

/**
 * A slice key as it groups: radicals become their ideographs, white space (no-break and ideographic blanks too) is
 * trimmed and runs of it become one blank.
 */
export function normalizeSliceKey(key: string): string {
  return key
    .replace(LOOK_ALIKES, (character) => character.normalize('NFKC'))
    .replace(INVISIBLE, '')
    .replace(/[\s\u00a0\u3000]+/g, ' ')
    .trim();
}

/** A list of tags in one cell: its items normalised, blank ones dropped, in order, joined by commas. */
export function normalizeTags(value: unknown): string {
  const items = Array.isArray(value)
    ? value.map(String)
    : String(value ?? '')
        .replace(/^\s*\[|\]\s*$/g, '')
        .split(',');
  return items
    .map((item) => normalizeSliceKey(item.replace(/^\s*['"]|['"]\s*$/g, '')))
    .filter((item) => item !== '')
    .join(',');
}
