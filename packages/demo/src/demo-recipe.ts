import { type Document, parseDocument } from '@reportcard/report-schema';
import type { BenchmarkDocument, Recipe } from '@reportcard/runner';
import { createDemoKnowledgeBase } from './demo-knowledge-base.ts';
import { loadDemoDataset } from './load-demo-dataset.ts';
import { type DemoLanguage, type DemoRecipeSettings, defaultSettings } from './recipe-settings.ts';
import type { ShopIntent } from './shop-assistant.ts';

/** Which assistant is built. */
export interface DemoRecipeOptions {
  readonly language: DemoLanguage;
  /** Changes to the settings the demo ships with. */
  readonly settings?: Partial<DemoRecipeSettings> | undefined;
  /** Intents in place of the packaged ones. */
  readonly intents?: readonly ShopIntent[] | undefined;
}

async function readDocument(source: BenchmarkDocument): Promise<Document> {
  const { document_id, name = null, media_type = 'text/plain', metadata = {} } = source;
  const bytes = source.data ?? (source.text == null ? await source.load?.() : undefined);
  const text = source.text ?? (bytes === undefined ? '' : new TextDecoder().decode(bytes));
  return parseDocument({ document_id, name, media_type, text, metadata });
}

/**
 * The recipe behind `reportcard demo`: passages, BM25+, intent guesses and quoted answers over the documents it is given.
 * Its manifest holds every setting, so that a changed setting is a different recipe.
 */
export function createDemoRecipe(options: DemoRecipeOptions): Recipe {
  const settings: DemoRecipeSettings = { ...defaultSettings(options.language), ...options.settings };
  return {
    manifest: () => ({ name: 'shop_bm25', version: '1', language: options.language, settings: { ...settings } }),
    async build({ name, documents }) {
      const intents = options.intents ?? loadDemoDataset(options.language).intents;
      return createDemoKnowledgeBase({
        name,
        documents: await Promise.all(documents.map(readDocument)),
        intents,
        settings,
      });
    },
  };
}
