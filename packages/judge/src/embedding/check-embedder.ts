import { JudgeFailure } from '@reportcard/report-schema';
import { areSame, checkVectors } from './check-vectors.ts';

/** Two pairs of texts that have nothing to do with each other. */
export const CHECK_TEXTS: readonly string[] = [
  'The warranty of the door lock is two years.',
  'Tomorrow it will rain in the mountains.',
  '这款门锁的保修期是两年。',
  '明天山里会下雨。',
];

/** What the one-off check has found out about an embedder. */
export interface EmbedderCheck {
  /** Length of its vectors. */
  readonly dim: number;
  /** Whether it tells Chinese texts apart; many English models do not. */
  readonly chinese: boolean;
}

/** Reads the vectors of the check texts. Throws `embedding_error` when the embedder cannot tell different texts apart. */
export function readEmbedderCheck(vectors: readonly (readonly number[])[]): EmbedderCheck {
  checkVectors(vectors, CHECK_TEXTS.length);
  const [a = [], b = [], c = [], d = []] = vectors;
  if (areSame(a, b)) {
    throw new JudgeFailure({ code: 'embedding_error', message: 'the embedder gives different texts the same vector' });
  }
  return { dim: a.length, chinese: !areSame(c, d) };
}

const HAN = /\p{Script=Han}/u;

/** Throws `embedding_error` for Chinese text when the embedder cannot tell Chinese texts apart. */
export function checkLanguage(texts: readonly string[], check: EmbedderCheck): void {
  if (check.chinese || !texts.some((text) => HAN.test(text))) return;
  throw new JudgeFailure({
    code: 'embedding_error',
    message: 'the embedder gives different Chinese texts the same vector: choose a multilingual model',
  });
}
