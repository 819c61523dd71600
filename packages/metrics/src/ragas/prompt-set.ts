import type { PromptLanguage } from './language.ts';
import { PROMPTS_EN } from './prompts-en.ts';
import { PROMPTS_ZH } from './prompts-zh.ts';

/** The prompts by name; `useful_batch` is the variant that judges all contexts in one call. */
export type PromptName = 'decompose' | 'verify' | 'question' | 'classify' | 'useful' | 'useful_batch';
/** System text by prompt, in one language. */
export type PromptTexts = Readonly<Record<PromptName, string>>;

/** Version of the wording; raised by every change of a text, which makes old answers stale. */
const PROMPT_VERSION = 1;

/** Name of the prompt set as `meta.judge.prompt_set` records it. */
export const PROMPT_SET: string = `zh-en/${PROMPT_VERSION}`;

const TEXTS: Readonly<Record<PromptLanguage, PromptTexts>> = { zh: PROMPTS_ZH, en: PROMPTS_EN };

/** System text of a prompt in a language. */
export function systemText(name: PromptName, language: PromptLanguage): string {
  return TEXTS[language][name];
}

/** What the cache and the evidence know a prompt by, such as `verify/zh/1`. */
export function promptVersion(name: PromptName, language: PromptLanguage): string {
  return `${name}/${language}/${PROMPT_VERSION}`;
}
