import type { JudgeUsage } from '@reportcard/report-schema';
import type { SpendSink } from '../asking/sender.ts';
import type { Clock } from '../clock.ts';
import type { MeteredEmbedder } from '../metered.ts';
import type { CacheMode } from './answer-source.ts';
import { createVectorKey } from './cache-key.ts';
import type { EntryStore } from './entry-store.ts';
import { createSharedCalls } from './share-answers.ts';
import { decodeVectors, encodeVectors } from './vector-codec.ts';

/** Embeddings in the order of the texts, with their usage. */
export interface Vectors {
  readonly vectors: readonly (readonly number[])[];
  readonly usage: JudgeUsage;
}

interface EmbedOptions {
  readonly origin?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onSpend?: SpendSink | undefined;
}

/** Where vectors come from: a cache in front of an embedder, or a recording. */
export interface VectorSource {
  /** Identity of a batch; equal ones are asked once. `origin`: keys of the questions its texts were made by. */
  keyOf(texts: readonly string[], origin?: readonly string[]): string;
  /** Vectors that are known already. */
  peek(texts: readonly string[], origin?: readonly string[]): Promise<Vectors | undefined>;
  embed(texts: readonly string[], options?: EmbedOptions): Promise<Vectors>;
}

const FROM_CACHE = { calls: 1, completion_tokens: 0, cached: true };

/** An embedder behind a cache: equal batches are asked once. */
export function createVectorSource(
  embedder: MeteredEmbedder,
  entries: EntryStore,
  mode: CacheMode,
  clock: Clock,
): VectorSource {
  const calls = createSharedCalls<Vectors>(mode === 'off');
  const fresh = new Set<string>();

  async function read(key: string, n: number): Promise<Vectors | undefined> {
    const entry = await entries.read(key);
    const vectors = entry === null ? null : decodeVectors(entry['vectors']);
    if (vectors === null || vectors.length !== n) return undefined;
    const tokens = entry?.['prompt_tokens'];
    return { vectors, usage: { ...FROM_CACHE, prompt_tokens: typeof tokens === 'number' ? tokens : 0 } };
  }

  async function embedAndKeep(
    key: string,
    texts: readonly string[],
    { signal, onSpend }: EmbedOptions,
  ): Promise<Vectors> {
    if (mode === 'read' || fresh.has(key)) {
      const known = await read(key, texts.length);
      if (known !== undefined) return known;
    }
    const { vectors, usage } = await embedder.embed(texts, signal, onSpend);
    if (mode !== 'off') {
      const at = new Date(clock.now()).toISOString();
      await entries.write(key, { vectors: encodeVectors(vectors), prompt_tokens: usage.prompt_tokens, at });
    }
    if (mode === 'refresh') fresh.add(key);
    return { vectors, usage };
  }

  const keyOf = (texts: readonly string[], origin?: readonly string[]): string =>
    createVectorKey(embedder.identity, texts, origin);
  return {
    keyOf,
    peek: async (texts, origin) => (mode === 'read' ? read(keyOf(texts, origin), texts.length) : undefined),
    async embed(texts, options = {}) {
      const key = keyOf(texts, options.origin);
      const { result, first } = await calls.run(key, () => embedAndKeep(key, texts, options));
      return first ? result : { ...result, usage: { ...result.usage, cached: true } };
    },
  };
}
