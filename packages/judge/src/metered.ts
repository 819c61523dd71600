import type { Embedder, Judge, JudgeAnswer, JudgeRequest } from '@reportcard/report-schema';
import type { SpendSink } from './asking/sender.ts';
import type { ModelIdentity } from './model/chat-model.ts';

/** A judge's answer with the JSON value it was checked from, so that it can be stored and checked again. */
export interface StoredAnswer<T> extends JudgeAnswer<T> {
  readonly raw: unknown;
  readonly text: string;
}

/** A judge that tells what each request cost as it is made. Usable wherever a Judge is. */
export interface MeteredJudge extends Judge {
  readonly identity: ModelIdentity;
  /** Parameters beside the request's own that decide an answer; part of cache keys. */
  readonly params: Readonly<Record<string, unknown>>;
  ask<T>(request: JudgeRequest<T>, onSpend?: SpendSink): Promise<StoredAnswer<T>>;
}

/** An embedder that tells what each request cost. Usable wherever an Embedder is. */
export interface MeteredEmbedder extends Embedder {
  readonly identity: ModelIdentity;
  embed(texts: readonly string[], signal?: AbortSignal, onSpend?: SpendSink): ReturnType<Embedder['embed']>;
}
