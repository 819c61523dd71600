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

/** The tags of a cell as they are written: a list, a list as text, or texts between commas. One blank after a comma joins, it belongs to no tag. */
function splitTags(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  return String(value ?? '')
    .replace(/^\s*\[|\]\s*$/g, '')
    .split(',')
    .map((item, index) => (index === 0 ? item : item.replace(/^ /, '')).replace(/^\s*['"]|['"]\s*$/g, ''));
}

/** A list of tags in one cell: its items normalised, blank ones dropped, in order, joined by commas. */
export function normalizeTags(value: unknown): string {
  return splitTags(value)
    .map(normalizeSliceKey)
    .filter((item) => item !== '')
    .join(',');
}

/** True where normalising changes a tag of the cell. */
export function hasUnevenTags(value: unknown): boolean {
  return splitTags(value).some((item) => item !== normalizeSliceKey(item));
}
