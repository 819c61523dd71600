import {
  type Case,
  type Document,
  parseCase,
  parseDocument,
  parseJson,
  ReportcardError,
} from '@reportcard/report-schema';
import { readAsset } from './assets.ts';
import type { DemoLanguage } from './recipe-settings.ts';
import type { ShopIntent } from './shop-assistant.ts';

/** The packaged questions, documents and intent examples of one language. */
export interface DemoDataset {
  /** `shop-zh` or `shop-en`. */
  readonly name: string;
  readonly version: string;
  readonly language: DemoLanguage;
  readonly cases: readonly Case[];
  readonly documents: readonly Document[];
  readonly intents: readonly ShopIntent[];
}

const VERSION = '1';

function readLines<T>(path: string, parse: (value: unknown, place: { file: string; line: number }) => T): T[] {
  return readAsset(path)
    .split('\n')
    .flatMap((text, index) => {
      const place = { file: path, line: index + 1 };
      return text.trim() === '' ? [] : [parse(parseJson(text, place), place)];
    });
}

/** Whether a packaged value is an intent the assistant can work with. */
function isShopIntent(value: unknown): value is ShopIntent {
  if (value === null || typeof value !== 'object') return false;
  const intent = value as Partial<Record<keyof ShopIntent, unknown>>;
  return (
    typeof intent.intent_l1 === 'string' &&
    typeof intent.intent_l2 === 'string' &&
    (intent.action === 'retrieve' || intent.action === 'small_talk' || intent.action === 'refuse') &&
    (intent.reply === null || typeof intent.reply === 'string') &&
    Array.isArray(intent.examples) &&
    intent.examples.every((example) => typeof example === 'string')
  );
}

function readIntents(path: string): ShopIntent[] {
  const file = parseJson(readAsset(path), { file: path });
  const intents: unknown = file !== null && typeof file === 'object' ? Reflect.get(file, 'intents') : undefined;
  if (Array.isArray(intents) && intents.every(isShopIntent)) return intents;
  throw new ReportcardError({
    code: 'data',
    file: path,
    path: 'intents',
    message: 'the intents of the demo data set are not usable',
    expected: 'intents with intent_l1, intent_l2, action, reply and examples',
  });
}

/**
 * Reads the packaged data set from disk, afresh at every call. Throws a `data` error when a packaged file is missing
 * or damaged.
 */
export function loadDemoDataset(language: DemoLanguage): DemoDataset {
  const name = `shop-${language}`;
  return {
    name,
    version: VERSION,
    language,
    cases: readLines(`${name}/cases.jsonl`, parseCase),
    documents: readLines(`${name}/documents.jsonl`, parseDocument),
    intents: readIntents(`${name}/intents.json`),
  };
}
