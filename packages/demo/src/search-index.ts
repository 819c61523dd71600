import MiniSearch from 'minisearch';
import type { DemoRecipeSettings } from './recipe-settings.ts';
import { type DemoChunk, searchableText } from './split-document.ts';
import { tokenizeText } from './tokenize.ts';

/** A found passage. */
export interface DemoHit {
  readonly chunk: DemoChunk;
  /** BM25+ score, above 0, without an upper bound. */
  readonly score: number;
}

/** Passages made searchable. */
export interface DemoIndex {
  /** Best passages first, at most `limit`; equal scores keep the order of the passages. */
  search(query: string, limit: number): DemoHit[];
  /** How telling a term is: 1 for one that is in no passage, towards 0 for one that is in all. */
  weightOf(term: string): number;
}

function countPassages(chunks: readonly DemoChunk[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const chunk of chunks) {
    for (const term of new Set(tokenizeText(searchableText(chunk)))) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}

function listQueryTerms(stopTerms: ReadonlySet<string>, query: string): string[] {
  return [...new Set(tokenizeText(query))].filter((term) => !stopTerms.has(term));
}

/** Indexes passages for BM25+ ranking; the document's name and `asked_as` lines have weights of their own. */
export function createSearchIndex(chunks: readonly DemoChunk[], settings: DemoRecipeSettings): DemoIndex {
  const stopTerms = new Set(settings.stop_terms);
  const counts = countPassages(chunks);
  const engine = new MiniSearch<{ id: number; name: string; asked: string; text: string }>({
    fields: ['name', 'asked', 'text'],
    tokenize: tokenizeText,
    processTerm: (term) => term,
    searchOptions: {
      boost: { name: settings.name_boost, asked: settings.asked_boost },
      bm25: settings.bm25,
      combineWith: 'OR',
      tokenize: (query) => listQueryTerms(stopTerms, query),
    },
  });
  engine.addAll(chunks.map((chunk, id) => ({ id, name: chunk.name, asked: chunk.askedAs, text: chunk.text })));
  return {
    search(query, limit) {
      const found = engine.search(query).sort((a, b) => b.score - a.score || Number(a.id) - Number(b.id));
      return found.slice(0, limit).flatMap(({ id, score }) => {
        const chunk = chunks[Number(id)];
        return chunk === undefined ? [] : [{ chunk, score }];
      });
    },
    weightOf(term) {
      const size = chunks.length + 1;
      return stopTerms.has(term) ? 0 : Math.log(size / ((counts.get(term) ?? 0) + 1)) / Math.log(Math.max(size, 2));
    },
  };
}
