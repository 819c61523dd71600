/**
 * What systems say, in Chinese and English, when they decline or find nothing. Chosen to be narrow: a polite "sorry" in
 * an answer that goes on to help is no fallback. Replaced as a whole by `metrics.fallbackPhrases`.
 */
export const FALLBACK_PHRASES: readonly string[] = [
  '未检索到',
  '没有检索到',
  '未找到相关',
  '没有找到相关',
  '未能找到相关',
  '暂无相关信息',
  '没有相关信息',
  '无法回答',
  '不能回答',
  '无法提供相关',
  '无法为您提供',
  '我无法提供',
  '我不知道',
  '超出了我的',
  '资料中没有提到',
  '文档中没有提到',
  "i don't know",
  'i do not know',
  'i cannot answer',
  "i can't answer",
  "i'm unable to",
  'i am unable to',
  'i cannot help',
  "i can't help",
  "sorry, i can't",
  'sorry, i cannot',
  "sorry, but i can't",
  'sorry, but i cannot',
  'no relevant information',
  'no relevant documents',
  'could not find any relevant',
  "couldn't find any relevant",
  'not enough information to answer',
  'context does not contain',
  'context does not provide',
];

const foldedLists = new WeakMap<readonly string[], readonly string[]>();

function foldText(text: string): string {
  return text.toLowerCase().replaceAll('’', "'");
}

function foldPhrases(phrases: readonly string[]): readonly string[] {
  const known = foldedLists.get(phrases);
  if (known !== undefined) return known;
  const folded = phrases.map(foldText).filter((phrase) => phrase.trim() !== '');
  foldedLists.set(phrases, folded);
  return folded;
}

/** Whether an answer contains one of the phrases, without regard to case and to the shape of apostrophes. */
export function containsFallback(answer: string, phrases: readonly string[]): boolean {
  const text = foldText(answer);
  return foldPhrases(phrases).some((phrase) => text.includes(phrase));
}
