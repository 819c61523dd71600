import type { DemoHit, DemoIndex } from './search-index.ts';
import { joinSentences, splitSentences } from './split-document.ts';
import { tokenizeText } from './tokenize.ts';

/** An answer made of sentences of the found passages. */
export interface DemoAnswer {
  readonly text: string;
  /** Passages that a sentence was taken from, in the order of the answer. */
  readonly sources: readonly DemoHit[];
}

/** A further sentence must weigh more than this share of the best one. */
const LEAST_SHARE = 0.5;

interface Candidate {
  readonly hit: DemoHit;
  readonly rank: number;
  readonly position: number;
  readonly sentence: string;
  readonly weight: number;
}

/** Weight of the query terms in a sentence over the square root of its length, less for lower-ranked passages. */
function weighSentence(sentence: string, terms: ReadonlySet<string>, index: DemoIndex, rank: number): number {
  const own = tokenizeText(sentence);
  const shared = [...new Set(own)].filter((term) => terms.has(term));
  const sum = shared.reduce((total, term) => total + index.weightOf(term), 0);
  return sum / Math.sqrt(own.length + 1) / (rank + 1);
}

/**
 * Takes up to `sentences` sentences out of the first `passages` hits, in the order of the hits: the best one and those
 * that weigh more than half as much. Without a sentence that shares a term with the question, the answer is the first
 * sentence of the best passage; without hits it is empty.
 */
export function composeAnswer(
  query: string,
  hits: readonly DemoHit[],
  index: DemoIndex,
  limits: { readonly passages: number; readonly sentences: number },
): DemoAnswer {
  const terms = new Set(tokenizeText(query));
  const candidates: Candidate[] = hits.slice(0, limits.passages).flatMap((hit, rank) =>
    splitSentences(hit.chunk.text).map((sentence, position) => ({
      hit,
      rank,
      position,
      sentence,
      weight: weighSentence(sentence, terms, index, rank),
    })),
  );
  const chosen = [...candidates]
    .sort((a, b) => b.weight - a.weight || a.rank - b.rank || a.position - b.position)
    .slice(0, limits.sentences)
    .filter((candidate, place, best) => place === 0 || candidate.weight > LEAST_SHARE * (best[0]?.weight ?? 0))
    .sort((a, b) => a.rank - b.rank || a.position - b.position);
  return {
    text: joinSentences(chosen.map((candidate) => candidate.sentence)),
    sources: [...new Set(chosen.map((candidate) => candidate.hit))],
  };
}
