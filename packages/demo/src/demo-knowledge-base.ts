import type { Document } from '@reportcard/report-schema';
import type { KnowledgeBase, QueryEvent } from '@reportcard/runner';
import type { DemoRecipeSettings } from './recipe-settings.ts';
import { createShopAssistant, type ShopIntent, type ShopReply } from './shop-assistant.ts';

/** Characters of the answer that one piece of the stream brings. */
const DELTA_CHARACTERS = 12;

/** What a demo knowledge base is made of. */
export interface DemoKnowledgeBaseInput {
  readonly name: string;
  readonly documents: readonly Document[];
  readonly intents: readonly ShopIntent[];
  readonly settings: DemoRecipeSettings;
}

function* splitDeltas(text: string): Generator<string> {
  const characters = Array.from(text);
  for (let start = 0; start < characters.length; start += DELTA_CHARACTERS) {
    yield characters.slice(start, start + DELTA_CHARACTERS).join('');
  }
}

function listResults(reply: ShopReply): Extract<QueryEvent, { type: 'results' }>['results'] {
  return reply.hits.map(({ chunk, score }) => ({
    id: chunk.id,
    text: chunk.text,
    score,
    kind: 'chunk',
    source: { document_id: chunk.documentId },
    metadata: { name: chunk.name },
  }));
}

function listCitations(reply: ShopReply): Extract<QueryEvent, { type: 'citations' }>['citations'] {
  return reply.answer.sources.map(({ chunk }, index) => ({
    id: String(index + 1),
    result_id: chunk.id,
    source: { document_id: chunk.documentId },
    text: chunk.text,
  }));
}

function* listTrace(reply: ShopReply): Generator<QueryEvent> {
  yield { type: 'trace', step: { stage: 'intent', message: reply.intent ?? '', metadata: { action: reply.action } } };
  if (reply.coverage === null) return;
  const metadata = { n_results: reply.hits.length, coverage: reply.coverage };
  yield { type: 'trace', step: { stage: 'retrieve', message: `${reply.hits.length} passages`, metadata } };
}

async function* streamReply(ask: () => ShopReply, trace: boolean, signal: AbortSignal): AsyncGenerator<QueryEvent> {
  signal.throwIfAborted();
  const reply = ask();
  if (trace) yield* listTrace(reply);
  yield { type: 'results', results: listResults(reply) };
  for (const text of splitDeltas(reply.answer.text)) {
    signal.throwIfAborted();
    yield { type: 'answer_delta', text };
  }
  yield { type: 'citations', citations: listCitations(reply) };
  yield { type: 'status', status: reply.refused ? 'refused' : 'success' };
}

/**
 * The shop assistant as a knowledge base: streams its answer, and declines with status `refused`, the fallback phrase and
 * no results. Without intents it predicts none. It works in memory, without network, files, clock or randomness; equal questions give equal events.
 */
export function createDemoKnowledgeBase(input: DemoKnowledgeBaseInput): KnowledgeBase {
  const assistant = createShopAssistant(input);
  return {
    name: input.name,
    manifest: () => ({ name: input.name, n_documents: input.documents.length, settings: { ...input.settings } }),
    query: (question, { top_k, trace, signal }) => streamReply(() => assistant.ask(question, top_k), trace, signal),
    ...(input.intents.length === 0 ? {} : { predictIntent: (question: string) => assistant.classify(question) }),
  };
}
