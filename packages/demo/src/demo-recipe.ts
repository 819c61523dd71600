import { type Document, parseDocument, ReportcardError } from '@reportcard/report-schema';
import type { BenchmarkDocument, Recipe } from '@reportcard/runner';
import { createDemoKnowledgeBase } from './demo-knowledge-base.ts';
import { htmlText } from './html-text.ts';
import { loadDemoDataset } from './load-demo-dataset.ts';
import { type DemoLanguage, type DemoRecipeSettings, defaultSettings } from './recipe-settings.ts';
import type { ShopIntent } from './shop-assistant.ts';

/** Which assistant is built. */
export interface DemoRecipeOptions {
  readonly language: DemoLanguage;
  /** Name in its manifest; default `shop_bm25`. */
  readonly name?: string | undefined;
  /** Changes to the settings the demo ships with. */
  readonly settings?: Partial<DemoRecipeSettings> | undefined;
  /** Intents in place of the packaged ones; none for documents of another kind than a shop's. */
  readonly intents?: readonly ShopIntent[] | undefined;
}

/** The text of a document. Throws a `data` error for one that holds no text, such as a PDF. */
async function readDocument(source: BenchmarkDocument): Promise<Document> {
  const { document_id, name = null, media_type = 'text/plain', metadata = {} } = source;
  const bytes = source.data ?? (source.text == null ? await source.load?.() : undefined);
  if (bytes !== undefined && !/^text\/|json|xml/.test(media_type)) throw notText(name ?? document_id, media_type);
  const text = source.text ?? (bytes === undefined ? '' : new TextDecoder().decode(bytes));
  const readable = media_type === 'text/html' ? htmlText(text) : text;
  return parseDocument({ document_id, name, media_type, text: readable, metadata });
}

function notText(file: string, got: string): ReportcardError {
  return new ReportcardError({
    code: 'data',
    file,
    message: `the embedded recipe reads texts, not ${got}: put a text of ${file} beside it, for instance with pdftotext`,
    expected: 'text, Markdown or HTML',
    got,
  });
}

/**
 * The recipe behind `reportcard demo`: passages, BM25+, intent guesses and quoted answers over the documents it is given.
 * Its manifest holds every setting, so that a changed setting is a different recipe.
 */
export function createDemoRecipe(options: DemoRecipeOptions): Recipe {
  const settings: DemoRecipeSettings = { ...defaultSettings(options.language), ...options.settings };
  return {
    manifest: () => ({
      name: options.name ?? 'shop_bm25',
      version: '1',
      language: options.language,
      settings: { ...settings },
    }),
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
