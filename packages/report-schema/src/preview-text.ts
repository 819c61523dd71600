/** Characters that each are one grapheme cluster whatever stands beside them: most Latin, CJK, kana and Hangul text. */
const SIMPLE =
  /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u3000-\u3029\u3030-\u303c\u3041-\u3096\u309b-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uff01-\uff60]*$/;

let graphemes: Intl.Segmenter | undefined;

/** Number of grapheme clusters of an answer that a sheet or a failure record shows. */
export const PREVIEW_LENGTH = 200;

/** The first `length` grapheme clusters of a text (what readers take for characters), then `…` where something was cut. */
export function previewText(text: string, length: number = PREVIEW_LENGTH): string {
  if (text.length <= length) return text;
  const head = text.slice(0, length + 1);
  if (SIMPLE.test(head)) return `${text.slice(0, length)}…`;
  graphemes ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  let count = 0;
  for (const { index } of graphemes.segment(text)) {
    if (count === length) return `${text.slice(0, index)}…`;
    count++;
  }
  return text;
}
