const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;
const NARROW = /[\s.,:;'|!()[\]ijlI]/;
const BROAD = /[A-Z@%&mwMW→—…]/;

function widthOf(character: string): number {
  if (WIDE.test(character)) return 1;
  if (/\p{M}|\u200d|\ufe0f/u.test(character)) return 0;
  if (NARROW.test(character)) return 0.32;
  return BROAD.test(character) ? 0.78 : 0.58;
}

/** Estimated width of a text in em: 1 for Han and emoji, less for Latin. Errs on the wide side; for placing labels only. */
export function estimateWidth(text: string): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

/** A character that belongs to the one before it: a combining mark, a joiner and what it joins, a skin tone. */
const ATTACHED = /^(?:\p{M}|\u200d|\ufe0f|\p{Emoji_Modifier})/u;

/** Cuts a text to about `limit` em with `…` where something was cut; never between a letter and its marks. */
export function shortenText(text: string, limit: number): string {
  if (estimateWidth(text) <= limit) return text;
  const characters = [...text];
  let width = 1;
  let end = 0;
  for (; end < characters.length; end += 1) {
    width += widthOf(characters[end] ?? '');
    if (width > limit) break;
  }
  while (end > 0 && (ATTACHED.test(characters[end] ?? '') || characters[end - 1] === '\u200d')) end -= 1;
  return `${characters.slice(0, end).join('').trimEnd()}…`;
}
