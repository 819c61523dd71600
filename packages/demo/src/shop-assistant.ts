import type { Document } from '@reportcard/report-schema';
import { composeAnswer, type DemoAnswer } from './compose-answer.ts';
import { trainIntentClassifier } from './intent-classifier.ts';
import type { DemoRecipeSettings } from './recipe-settings.ts';
import { createSearchIndex, type DemoHit, type DemoIndex } from './search-index.ts';
import { searchableText, splitDocument } from './split-document.ts';
import { tokenizeText } from './tokenize.ts';

/** One intent the assistant knows, and what it does about it. */
export interface ShopIntent {
  readonly intent_l2: string;
  readonly intent_l1: string;
  /** Look it up, answer with the fixed `reply`, or decline. */
  readonly action: 'retrieve' | 'small_talk' | 'refuse';
  readonly reply: string | null;
  readonly examples: readonly string[];
}

/** What the assistant says to one question. */
export interface ShopReply {
  /** Guessed second-level intent; null when the question shares no term with any example. */
  readonly intent: string | null;
  readonly action: ShopIntent['action'];
  readonly refused: boolean;
  readonly hits: readonly DemoHit[];
  readonly answer: DemoAnswer;
  /** Share of the question's weight found in the best passage, 0 to 1; null when nothing was looked up. */
  readonly coverage: number | null;
}

/** A question-answering assistant over a fixed set of documents. Equal questions get equal replies. */
export interface ShopAssistant {
  /** Second-level intent of a question; null when it resembles no example. */
  classify(question: string): string | null;
  /** `topK` passages at most; left out, as many as the settings say. */
  ask(question: string, topK?: number): ShopReply;
}

function measureCoverage(question: string, hit: DemoHit | undefined, index: DemoIndex): number {
  if (hit === undefined) return 0;
  const held = new Set(tokenizeText(searchableText(hit.chunk)));
  const terms = [...new Set(tokenizeText(question))];
  const all = terms.reduce((sum, term) => sum + index.weightOf(term), 0);
  if (all === 0) return 0;
  return terms.reduce((sum, term) => sum + (held.has(term) ? index.weightOf(term) : 0), 0) / all;
}

/** Builds the assistant: passages, index and intent classifier are made once, here. */
export function createShopAssistant(source: {
  readonly documents: readonly Document[];
  readonly intents: readonly ShopIntent[];
  readonly settings: DemoRecipeSettings;
}): ShopAssistant {
  const { documents, intents, settings } = source;
  const index = createSearchIndex(
    documents.flatMap((document) => splitDocument(document, settings.chunk_characters)),
    settings,
  );
  const guess = trainIntentClassifier(intents);
  const byName = new Map(intents.map((intent) => [intent.intent_l2, intent]));
  const classify = (question: string): string | null => guess(question)?.intent ?? null;
  return {
    classify,
    ask(question, topK = settings.top_k) {
      const intent = classify(question);
      const known = intent === null ? undefined : byName.get(intent);
      const action = known?.action ?? 'retrieve';
      const fixed = (text: string, refused: boolean, coverage: number | null): ShopReply => ({
        intent,
        action,
        refused,
        hits: [],
        answer: { text, sources: [] },
        coverage,
      });
      if (action === 'small_talk') return fixed(known?.reply ?? settings.fallback, false, null);
      if (action === 'refuse') return fixed(settings.fallback, true, null);
      const hits = index.search(question, topK);
      const coverage = measureCoverage(question, hits[0], index);
      if (hits.length === 0 || coverage < settings.min_coverage) return fixed(settings.fallback, true, coverage);
      const answer = composeAnswer(question, hits, index, {
        passages: settings.answer_passages,
        sentences: settings.answer_sentences,
      });
      return { intent, action, refused: false, hits, answer, coverage };
    },
  };
}
