import type { Document } from '@reportcard/report-schema';

/** A passage of one document: the unit that is searched, shown and cited. */
export interface DemoChunk {
  /** `<document_id>#<number from 1>`. */
  readonly id: string;
  readonly documentId: string;
  /** Name of the document; empty when it has none. */
  readonly name: string;
  /** Other ways people ask for the document, one a line; from `metadata.asked_as`. Searched, never quoted. */
  readonly askedAs: string;
  readonly text: string;
}

const SENTENCE = /(?:[^。！？!?.\n]|\.(?=\S))+[。！？!?.]*/gu;

/** Sentences of a text, their end marks kept and outer white space dropped. A point ends one only before white space or the end of the text. */
export function splitSentences(text: string): string[] {
  return (text.match(SENTENCE) ?? []).map((sentence) => sentence.trim()).filter((sentence) => sentence !== '');
}

/** Puts two sentences together, with a space where the script uses spaces. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences.reduce((text, sentence) => {
    if (text === '') return sentence;
    return /[\p{Script=Han}。！？；」]$/u.test(text) ? text + sentence : `${text} ${sentence}`;
  }, '');
}

function readAskedAs(document: Document): string {
  const asked = document.metadata['asked_as'];
  return Array.isArray(asked) ? asked.filter((question) => typeof question === 'string').join('\n') : '';
}

/** Everything of a passage that a search looks at. */
export function searchableText(chunk: DemoChunk): string {
  return `${chunk.name}\n${chunk.askedAs}\n${chunk.text}`;
}

/**
 * Cuts a document into passages of whole sentences, each at most `maxCharacters` UTF-16 units long unless a single
 * sentence is longer. A document without text gives no passage.
 */
export function splitDocument(document: Document, maxCharacters: number): DemoChunk[] {
  const askedAs = readAskedAs(document);
  const passages: string[][] = [];
  let length = 0;
  for (const sentence of splitSentences(document.text ?? '')) {
    const open = passages.at(-1);
    if (open === undefined || length + sentence.length > maxCharacters) {
      passages.push([sentence]);
      length = sentence.length;
    } else {
      open.push(sentence);
      length += sentence.length;
    }
  }
  return passages.map((sentences, index) => ({
    id: `${document.document_id}#${index + 1}`,
    documentId: document.document_id,
    name: document.name ?? '',
    askedAs,
    text: joinSentences(sentences),
  }));
}
