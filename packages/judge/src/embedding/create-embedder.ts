import { JudgeFailure } from '@reportcard/report-schema';
import { createHealth } from '../asking/health.ts';
import { createRequestGate } from '../asking/request-gate.ts';
import { createSender, type SpendSink } from '../asking/sender.ts';
import { type BudgetMeter, createBudgetMeter } from '../budget/budget-meter.ts';
import { estimateTokens, UPPER_RATES } from '../budget/estimate-tokens.ts';
import type { Price } from '../budget/prices.ts';
import { type Clock, SYSTEM_CLOCK } from '../clock.ts';
import type { MeteredEmbedder } from '../metered.ts';
import { RequestFault, scoreCodeOf } from '../model/request-fault.ts';
import { CHECK_TEXTS, checkLanguage, type EmbedderCheck, readEmbedderCheck } from './check-embedder.ts';
import { checkVectors } from './check-vectors.ts';
import type { EmbeddingReply, EmbeddingSource } from './embedding-source.ts';

/** How an embedding model is asked. Everything has a default. */
export interface EmbedderOptions {
  readonly concurrency?: number | undefined;
  readonly rpm?: number | undefined;
  readonly tpm?: number | undefined;
  /** Time limit of one request; default 20,000. */
  readonly timeoutMs?: number | undefined;
  readonly retries?: number | undefined;
  readonly budget?: BudgetMeter | undefined;
  readonly price?: Price | undefined;
  /** What an earlier run has found out; without it the first use costs one more request. */
  readonly check?: EmbedderCheck | undefined;
  /** Is told what the check has found out, to keep it for later runs. */
  readonly onCheck?: ((check: EmbedderCheck) => void | Promise<void>) | undefined;
  readonly clock?: Clock | undefined;
}

const DEFAULT_TIMEOUT_MS = 20_000;
const DEFAULT_CONCURRENCY = 4;
const DEFAULT_RETRIES = 3;
const NEVER: AbortSignal = new AbortController().signal;

/** What the server sends instead of vectors is not asked for again: it would send it again. */
function toFailure(error: unknown): unknown {
  if (!(error instanceof RequestFault)) return error;
  const code = error.kind === 'malformed' ? 'embedding_error' : scoreCodeOf(error);
  return new JudgeFailure({ code, message: error.message });
}

/**
 * An embedder out of an embedding source. Checks every answer (count, equal length, finite, not zero), and once, before
 * the first texts, that different texts get different vectors. Rejects with JudgeFailure, or as `createJudge` does.
 */
export function createEmbedder(source: EmbeddingSource, options: EmbedderOptions = {}): MeteredEmbedder {
  const { clock = SYSTEM_CLOCK, concurrency = DEFAULT_CONCURRENCY, rpm, tpm } = options;
  const sender = createSender({
    gate: createRequestGate({ concurrency, rpm, tpm, clock }),
    budget: options.budget ?? createBudgetMeter(),
    health: createHealth(`the embedder ${source.model} (${source.id})`),
    clock,
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    price: options.price,
  });
  let checking: Promise<EmbedderCheck> | undefined =
    options.check === undefined ? undefined : Promise.resolve(options.check);

  async function embedOnce(
    texts: readonly string[],
    signal: AbortSignal,
    onSpend: SpendSink | undefined,
  ): Promise<EmbeddingReply> {
    const upper = { prompt: estimateTokens(texts, UPPER_RATES), completion: 0 };
    try {
      return await sender.send(
        {
          upper,
          send: (inner) => source.embedOnce(texts, inner),
          count: (reply) => ({ prompt: reply.prompt_tokens ?? upper.prompt, completion: 0 }),
          handsBack: (fault) => fault.kind === 'malformed',
        },
        { signal, allowance: { used: 0, max: options.retries ?? DEFAULT_RETRIES }, onSpend },
      );
    } catch (error) {
      throw toFailure(error);
    }
  }

  async function runCheck(signal: AbortSignal, onSpend: SpendSink | undefined): Promise<EmbedderCheck> {
    const { vectors } = await embedOnce(CHECK_TEXTS, signal, onSpend);
    const check = readEmbedderCheck(vectors);
    await options.onCheck?.(check);
    return check;
  }

  return {
    id: source.id,
    model: source.model,
    identity: source.identity,
    async embed(texts, signal = NEVER, onSpend) {
      checking ??= runCheck(signal, onSpend);
      const check = await checking;
      checkLanguage(texts, check);
      const reply = await embedOnce(texts, signal, onSpend);
      checkVectors(reply.vectors, texts.length);
      const prompt_tokens = reply.prompt_tokens ?? 0;
      return { vectors: reply.vectors, usage: { prompt_tokens, completion_tokens: 0, cached: false, calls: 1 } };
    },
  };
}
