import { splitUnits } from './lexical-units.ts';

const LIST_MARKER =
  /^\s*(?:[-*+•·]\s+|[(（]?(?:\d{1,3}|[a-z]|[一二三四五六七八九十]{1,3})[)）]\s*|(?:\d{1,3}|[一二三四五六七八九十]{1,3})(?:[.．]\s+|、\s*))/u;
// NFKC turns … into three full stops.
const SENTENCE_END = /(?<=[。！？!?；;…]|\.{3})|(?<=\.)\s+/u;

/** Fragments with fewer units than this say nothing that could be checked. */
const MIN_UNITS = 2;

/**
 * Sentences of a normalised text: split at newlines, after 。！？!?；;… and after a full stop with space. List markers are
 * removed first, so "1. " starts no sentence of its own; fragments of fewer than two units are dropped.
 */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    for (const part of line.replace(LIST_MARKER, '').split(SENTENCE_END)) {
      const sentence = part.trim();
      if (splitUnits(sentence).length >= MIN_UNITS) sentences.push(sentence);
    }
  }
  return sentences;
}
