import type { ScoresHead } from '@reportcard/report-schema';
import type { Flags } from '../verb.ts';

/** A language that the bundled catalogues have. */
export type Locale = 'zh-CN' | 'en';

const HAN = /\p{Script=Han}/u;

/**
 * The language of pages and tables: `--lang`, else the configuration's, else Chinese where most intents are written in Han
 * characters, else English.
 */
export function chooseLocale(flags: Flags, configured: Locale | undefined, scores: ScoresHead | null): Locale {
  const { lang } = flags;
  if (typeof lang === 'string') return lang === 'en' ? 'en' : 'zh-CN';
  if (configured !== undefined) return configured;
  const intents = Object.keys(scores?.by_intent_l2 ?? {});
  return intents.filter((intent) => HAN.test(intent)).length * 2 > intents.length ? 'zh-CN' : 'en';
}
