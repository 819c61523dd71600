import type { ObjectStore } from '@reportcard/object-store';
import type { BenchmarkDocument, BenchmarkManifest } from './benchmark.ts';
import { createDocumentKey, readDocument } from './document-key.ts';
import type { KnowledgeBase } from './knowledge-base.ts';
import { toQueryFailure } from './query-failure.ts';
import type { Recipe } from './recipe.ts';
import type { PlannedUnit } from './run-plan.ts';

/** A knowledge base, or why there is none. */
export type BuiltUnit =
  | { readonly knowledgeBase: KnowledgeBase; readonly document_keys: readonly string[]; readonly message?: undefined }
  | { readonly knowledgeBase: null; readonly document_keys: readonly string[]; readonly message: string };

export interface BuildOptions {
  readonly manifest: BenchmarkManifest;
  readonly recipe: Recipe;
  readonly store: ObjectStore | undefined;
  readonly signal: AbortSignal;
}

/** Writes documents under their raw keys; gives the keys in order. */
export async function storeDocuments(
  store: ObjectStore,
  manifest: BenchmarkManifest,
  documents: readonly BenchmarkDocument[],
): Promise<string[]> {
  const keys: string[] = [];
  for (const document of documents) {
    const key = createDocumentKey(manifest, document);
    await store.put(key, await readDocument(document));
    keys.push(key);
  }
  return keys;
}

/** Stores a unit's documents and builds its knowledge base. A recipe that throws gives a message; only an abort rejects. */
export async function buildUnit(unit: PlannedUnit, options: BuildOptions): Promise<BuiltUnit> {
  const { manifest, recipe, store, signal } = options;
  let keys: string[] = [];
  try {
    if (store !== undefined) keys = await storeDocuments(store, manifest, unit.documents);
    signal.throwIfAborted();
    const knowledgeBase = await recipe.build({
      name: unit.knowledge_base_name,
      unit: unit.unit,
      documents: unit.documents,
      document_keys: keys,
      store,
      signal,
    });
    return { knowledgeBase, document_keys: keys };
  } catch (error) {
    signal.throwIfAborted();
    return { knowledgeBase: null, document_keys: keys, message: toQueryFailure(error).message };
  }
}
