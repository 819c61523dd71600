/** Language of the demo's data set and replies. */
export type DemoLanguage = 'zh' | 'en';

/** What the embedded assistant does with a question; every number may be changed to see the scores move. */
export interface DemoRecipeSettings {
  /** Longest passage a document is cut into, in UTF-16 units. */
  readonly chunk_characters: number;
  /** How many passages are retrieved. */
  readonly top_k: number;
  /** Passages an answer may quote, and how many sentences it takes out of them. */
  readonly answer_passages: number;
  readonly answer_sentences: number;
  /** A match in the document's name counts this many times a match in its text. */
  readonly name_boost: number;
  /** The same for the document's `metadata.asked_as` lines; 0 leaves them out. */
  readonly asked_boost: number;
  readonly bm25: { readonly k: number; readonly b: number; readonly d: number };
  /** Least share of the question's weight that the best passage must hold, 0 to 1; below it the assistant declines. */
  readonly min_coverage: number;
  /** Terms of a question that are not searched for. */
  readonly stop_terms: readonly string[];
  /** What is said when nothing fits. */
  readonly fallback: string;
}

const COMMON = {
  top_k: 10,
  answer_passages: 3,
  answer_sentences: 2,
  name_boost: 1.2,
  asked_boost: 0.2,
  bm25: { k: 1.2, b: 0.7, d: 0.5 },
} as const;

const ZH: DemoRecipeSettings = {
  ...COMMON,
  chunk_characters: 90,
  min_coverage: 0.06,
  stop_terms: [
    '怎么',
    '么办',
    '怎样',
    '什么',
    '多少',
    '可以',
    '能不',
    '不能',
    '是不',
    '不是',
    '有没',
    '没有',
    '我的',
    '你们',
    '我们',
    '这个',
    '那个',
    '哪个',
    '请问',
    '一下',
  ],
  fallback: '抱歉，没有找到相关的信息，这个问题我无法回答。',
};

const EN: DemoRecipeSettings = {
  ...COMMON,
  chunk_characters: 200,
  min_coverage: 0.16,
  stop_terms:
    'a an and any are as at be but by can could did do does for from had has have how i if in is it its me my of on or our so that the their them then there they this to us was we what when where which who will with would you your'.split(
      ' ',
    ),
  fallback: 'Sorry, I could not find any relevant information about that.',
};

/** The settings the demo ships with. */
export function defaultSettings(language: DemoLanguage): DemoRecipeSettings {
  return language === 'zh' ? ZH : EN;
}
