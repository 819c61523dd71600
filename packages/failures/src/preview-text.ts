/** Number of grapheme clusters of an answer that a failure record shows. */
export const PREVIEW_LENGTH = 200;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first `max` grapheme clusters (what readers take for characters), then `…` where something was cut off. */
export function previewText(text: string, max: number = PREVIEW_LENGTH): string {
  if (text.length <= max) return text;
  let count = 0;
  for (const { index } of segmenter.segment(text)) {
    if (count === max) return `${text.slice(0, index)}…`;
    count += 1;
  }
  return text;
}
