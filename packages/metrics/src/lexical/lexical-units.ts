const CJK = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}';
const RUNS = new RegExp(`([${CJK}]+)|((?:(?![${CJK}])[\\p{L}\\p{N}\\p{M}])+)`, 'gu');
const NUMBER = /\d+(?:\.\d+)?/g;
const THOUSANDS = /(?<=\d),(?=\d{3}(?!\d))/g;

/** Markdown that carries no meaning, with what stands for it. */
const MARKDOWN: readonly (readonly [RegExp, string])[] = [
  [/!?\[([^\]]*)\]\([^)]*\)/g, '$1'],
  [/<\/?[a-z][^<>]*>/gi, ' '],
  [/^\s{0,3}(?:#{1,6}\s|>\s?)/gm, ''],
  [/`{1,3}|\*{1,3}|~~|__/g, ''],
  [/^[\s|:-]+$/gm, ''],
  [/\|/g, ' '],
];

/** NFKC, lower case, and without markdown marks. */
export function normaliseText(text: string): string {
  let result = text.normalize('NFKC').toLowerCase();
  for (const [pattern, replacement] of MARKDOWN) result = result.replace(pattern, replacement);
  return result;
}

function addBigrams(run: string, units: string[]): void {
  const characters = [...run];
  if (characters.length === 1) units.push(run);
  for (let index = 1; index < characters.length; index += 1) {
    units.push(`${characters[index - 1]}${characters[index]}`);
  }
}

/**
 * Units of a normalised text, with repetitions: bigrams of each run of Chinese, Japanese or Korean characters (the
 * character itself when it stands alone) and the words and digit groups of other scripts.
 */
export function splitUnits(text: string): string[] {
  const units: string[] = [];
  for (const match of text.matchAll(RUNS)) {
    if (match[1] !== undefined) addBigrams(match[1], units);
    else if (match[2] !== undefined) units.push(match[2]);
  }
  return units;
}

/** The numbers of a normalised text as written, thousands separators taken out: `1,299.5` is `1299.5`. */
export function findNumbers(text: string): Set<string> {
  return new Set(text.replace(THOUSANDS, '').match(NUMBER) ?? []);
}
