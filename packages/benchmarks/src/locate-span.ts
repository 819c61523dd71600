/** A text of which only the characters that are no white space count, with their places in code points. */
interface DenseText {
  readonly text: string;
  /** Place of each UTF-16 unit of `text` in the original, in code points. */
  readonly places: Uint32Array;
}

function densify(original: string): DenseText {
  const kept: string[] = [];
  const places: number[] = [];
  let place = 0;
  for (const character of original) {
    if (!/\s/.test(character)) {
      kept.push(character);
      for (let unit = 0; unit < character.length; unit++) places.push(place);
    }
    place++;
  }
  return { text: kept.join(''), places: Uint32Array.from(places) };
}

/** Finds passages in documents. */
export interface SpanLocator {
  /** `[start, end)` in code points where the passage stands first in the document, white space apart; null where it does not. */
  locate(documentId: string, passage: string): readonly [number, number] | null;
}

/** Looks passages up in the given documents; what a system returns without saying where it stands gets its place back. */
export function createSpanLocator(textOf: (documentId: string) => string | undefined): SpanLocator {
  const dense = new Map<string, DenseText>();
  return {
    locate(documentId, passage) {
      const known = dense.get(documentId);
      const original = known === undefined ? textOf(documentId) : undefined;
      const document = known ?? (original === undefined ? undefined : densify(original));
      if (document === undefined) return null;
      dense.set(documentId, document);
      const wanted = passage.replace(/\s+/g, '');
      const at = wanted === '' ? -1 : document.text.indexOf(wanted);
      if (at < 0) return null;
      const start = document.places[at] ?? 0;
      const last = document.places[at + wanted.length - 1] ?? start;
      return [start, last + 1];
    },
  };
}
