import { EN } from './en.ts';
import { ZH_CN } from './zh-cn.ts';

/** The texts of the page in a language: Chinese for `zh*`, else English; a team's own texts win. */
export function reviewMessages(
  locale: string,
  overrides: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return { ...(/^zh\b/i.test(locale) ? ZH_CN : EN), ...overrides };
}
