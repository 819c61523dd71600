/** Characters that take two columns of a terminal: CJK, kana, Hangul, full-width forms, emoji. */
const WIDE =
  /[\u1100-\u115f\u231a\u231b\u23e9-\u23ec\u2614\u2615\u26a1\u2705\u274c\u2753-\u2755\u2757\u2b50\u2b55\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1faff}\u{20000}-\u{3fffd}]/u;
/** Characters that take none: combining marks, joiners, variation selectors, controls. */
const EMPTY = /[\p{Mn}\p{Me}\p{Cc}\p{Cf}]/u;
const NARROW = /^[\u0020-\u007e]*$/;

/** Columns that a text takes on a terminal. */
export function displayWidth(text: string): number {
  if (NARROW.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += EMPTY.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}
