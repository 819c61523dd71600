import { JudgeFailure, type JudgeUsage } from '@reportcard/report-schema';

function fail(message: string, usage?: JudgeUsage): never {
  throw new JudgeFailure({ code: 'embedding_error', message, usage });
}

/**
 * Checks what an embedder answered: one vector a text, all of one length, finite, none of them zero. A server that ignores
 * the encoding asked for, or drops a text, is found here instead of in the scores. Throws `embedding_error`.
 */
export function checkVectors(vectors: readonly (readonly number[])[], n: number): void {
  if (vectors.length !== n) fail(`${n} texts were embedded, ${vectors.length} vectors came back`);
  const length = vectors[0]?.length ?? 0;
  if (n > 0 && length === 0) fail('an embedding has no numbers');
  for (const vector of vectors) {
    if (vector.length !== length) fail(`embeddings differ in length: ${length} and ${vector.length}`);
    let norm = 0;
    for (const number of vector) norm += number * number;
    if (!Number.isFinite(norm)) fail('an embedding holds something that is no finite number');
    if (norm === 0) fail('an embedding is zero');
  }
}

/** Whether two vectors point the same way to the last bit that counts. */
export function areSame(a: readonly number[], b: readonly number[]): boolean {
  let dot = 0;
  let normA = 0;
  let normB = 0;
  for (const [index, x] of a.entries()) {
    const y = b[index] ?? 0;
    dot += x * y;
    normA += x * x;
    normB += y * y;
  }
  return dot / Math.sqrt(normA * normB) > 1 - 1e-7;
}
