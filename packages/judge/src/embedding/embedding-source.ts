import type { ModelIdentity } from '../model/chat-model.ts';

/** What a server answered to one embedding request, before any check. */
export interface EmbeddingReply {
  readonly vectors: readonly (readonly number[])[];
  /** Null where the server does not say. */
  readonly prompt_tokens: number | null;
}

/** An embedding model that can be asked once; checks, retries and cache are the embedder's. */
export interface EmbeddingSource {
  readonly id: string;
  readonly model: string;
  readonly identity: ModelIdentity;
  /** Rejects with RequestFault when no reply came, and with the signal's reason when aborted. */
  embedOnce(texts: readonly string[], signal: AbortSignal): Promise<EmbeddingReply>;
}
