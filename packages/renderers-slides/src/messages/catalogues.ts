import type { Catalogue, Catalogues } from '@reportcard/renderer-kit';
import { SLIDE_TEXTS_EN } from './en.ts';
import { SLIDE_TEXTS_ZH } from './zh-cn.ts';

const ONE = '.one';

/** Chinese has no singular: every key that English words apart for one thing gets the same text here. */
function addSingulars(texts: Catalogue): Catalogue {
  const missing = Object.keys(SLIDE_TEXTS_EN).filter((key) => key.endsWith(ONE) && !Object.hasOwn(texts, key));
  return {
    ...texts,
    ...Object.fromEntries(missing.map((key) => [key, texts[key.slice(0, -ONE.length)] ?? SLIDE_TEXTS_EN[key] ?? key])),
  };
}

/** The texts that only the deck uses, by locale. */
export const SLIDE_CATALOGUES: Catalogues = { 'zh-CN': addSingulars(SLIDE_TEXTS_ZH), en: SLIDE_TEXTS_EN };
