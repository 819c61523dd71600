import type { EmbeddingModel } from 'ai';
import { readFault } from '../model/read-fault.ts';
import { RequestFault } from '../model/request-fault.ts';
import type { EmbeddingReply } from './embedding-source.ts';

/** An embedding model object of the AI SDK; never a bare id. */
export type SdkEmbeddingModel = Exclude<EmbeddingModel, string>;

function readIndices(body: unknown): readonly unknown[] | null {
  const data = body !== null && typeof body === 'object' ? Reflect.get(body, 'data') : undefined;
  if (!Array.isArray(data)) return null;
  const indices = data.map((item: unknown) =>
    item !== null && typeof item === 'object' ? Reflect.get(item, 'index') : undefined,
  );
  return indices.some((index) => index !== undefined) ? indices : null;
}

/** The SDK takes vectors in the order they come; the reply's own `index` is what counts. */
function orderByIndex(vectors: readonly (readonly number[])[], body: unknown): readonly (readonly number[])[] {
  const indices = readIndices(body);
  if (indices === null || indices.length !== vectors.length) return vectors;
  const ordered = new Map<unknown, readonly number[]>();
  for (const [position, vector] of vectors.entries()) ordered.set(indices[position], vector);
  return vectors.map((_, index) => {
    const vector = ordered.get(index);
    if (vector !== undefined) return vector;
    throw new RequestFault({ kind: 'malformed', message: `the reply has no embedding number ${index}` });
  });
}

/** Asks an SDK embedding model once. Rejects with RequestFault, or with the signal's reason when aborted. */
export async function embedWithSdk(
  model: SdkEmbeddingModel,
  texts: readonly string[],
  signal: AbortSignal,
  redact: (text: string) => string,
): Promise<EmbeddingReply> {
  try {
    const result = await model.doEmbed({ values: [...texts], abortSignal: signal });
    return {
      vectors: orderByIndex(result.embeddings, result.response?.body),
      prompt_tokens: result.usage?.tokens ?? null,
    };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw readFault(error, redact, Date.now());
  }
}
