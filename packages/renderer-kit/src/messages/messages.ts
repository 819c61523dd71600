import { getOwn } from '@reportcard/report-schema';
import { EN } from './en/index.ts';
import { ZH_CN } from './zh-cn/index.ts';

/** Flat map of message key to text with `{name}` places. */
export type Catalogue = Readonly<Record<string, string>>;
/** Catalogues by locale. */
export type Catalogues = Readonly<Record<string, Catalogue>>;
/** Values for the places of a message, by name. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** Texts in one language. */
export interface Messages {
  /** The locale the texts are in, such as `zh-CN`. */
  readonly locale: string;
  has(key: string): boolean;
  /**
   * The text of a key with its places filled. Looked up in the team's overrides, then in the locale, then in English;
   * an unknown key gives itself. Where `values.n` is 1, `<key>.one` is preferred to `<key>` of the same catalogue.
   */
  text(key: string, values?: MessageValues): string;
  /** The same texts and further ones of a renderer; overrides of the team still win. */
  extend(catalogues: Catalogues): Messages;
}

const BUNDLED: Catalogues = { 'zh-CN': ZH_CN, en: EN };

function pickLocale(locale: string): string {
  if (/^zh\b/i.test(locale)) return 'zh-CN';
  return /^en\b/i.test(locale) ? 'en' : locale;
}

function fillPlaces(template: string, values: MessageValues): string {
  return template.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = getOwn(values, name);
    return value === undefined ? place : String(value);
  });
}

function createLayered(locale: string, layers: readonly Catalogue[], base: readonly Catalogues[]): Messages {
  const catalogues = [...layers, ...[locale, 'en'].flatMap((name) => base.map((entry) => getOwn(entry, name)))];
  const lookUp = (...keys: readonly string[]): string | undefined => {
    for (const catalogue of catalogues) {
      for (const key of keys) {
        const text = getOwn(catalogue, key);
        if (text !== undefined) return text;
      }
    }
    return undefined;
  };
  return Object.freeze({
    locale,
    has: (key: string): boolean => lookUp(key) !== undefined,
    text(key: string, values: MessageValues = {}): string {
      const isOne = values['n'] === 1 || values['n'] === '1';
      return fillPlaces((isOne ? lookUp(`${key}.one`, key) : lookUp(key)) ?? key, values);
    },
    extend: (further: Catalogues): Messages => createLayered(locale, layers, [further, ...base]),
  });
}

/**
 * Messages for a locale: `zh*` and `en*` are bundled, any other locale takes its texts from `overrides` and falls back to
 * English. `overrides` are a team's own texts (metric labels, explanations, failure reasons, titles).
 */
export function createMessages(locale: string, overrides: Catalogue = {}): Messages {
  return createLayered(pickLocale(locale), [overrides], [BUNDLED]);
}
