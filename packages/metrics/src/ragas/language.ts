/** A language there are judge prompts in. */
export type PromptLanguage = 'zh' | 'en';

const HAN = /\p{Script=Han}/gu;
const OTHER_WORDS =
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[^\P{L}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;

/** Share of Han characters from which Chinese prompts are used. */
const ZH_FROM = 0.5;

/**
 * Share of Han characters among Han characters, kana, hangul and words of other scripts, in [0, 1]; 0 for a text without
 * letters. A Latin word counts once, so product names do not turn a Chinese answer into an English one.
 */
export function measureHanShare(text: string): number {
  const han = text.match(HAN)?.length ?? 0;
  const others = text.match(OTHER_WORDS)?.length ?? 0;
  return han + others === 0 ? 0 : han / (han + others);
}

/** Language of the judge prompts for a text: zh when at least half of it is Han, else en. */
export function chooseLanguage(text: string): PromptLanguage {
  return measureHanShare(text) >= ZH_FROM ? 'zh' : 'en';
}
