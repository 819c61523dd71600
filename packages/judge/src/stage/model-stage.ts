import type { ObjectStore } from '@reportcard/object-store';
import type { Budget, EmbedderConfig, JudgeConfig, Repeats } from '@reportcard/report-schema';
import type { CallShape } from '../asking/call-shape.ts';
import { createBudgetMeter } from '../budget/budget-meter.ts';
import { estimateTokens } from '../budget/estimate-tokens.ts';
import { checkBudgetPrice, findPrice, type Prices } from '../budget/prices.ts';
import { type AnswerSource, type CacheMode, createAnswerSource } from '../cache/answer-source.ts';
import { loadEmbedderCheck, loadShape, saveEmbedderCheck, saveShape } from '../cache/endpoint-facts.ts';
import { createEntryStore } from '../cache/entry-store.ts';
import { createPendingSaves, type PendingSaves } from '../cache/pending-saves.ts';
import { createVectorSource } from '../cache/vector-source.ts';
import type { Clock } from '../clock.ts';
import { createJudge, DEFAULT_CONCURRENCY, DEFAULT_RETRIES } from '../create-judge.ts';
import { CHECK_TEXTS, type EmbedderCheck } from '../embedding/check-embedder.ts';
import { createEmbedder } from '../embedding/create-embedder.ts';
import type { EmbeddingSource } from '../embedding/embedding-source.ts';
import type { MeteredEmbedder, MeteredJudge } from '../metered.ts';
import type { ChatModel } from '../model/chat-model.ts';
import { createRecordingSources } from '../recording/record-sources.ts';
import { type CompleteJudgeStage, createStage, type StageSources } from './create-stage.ts';

export interface ModelStageOptions {
  readonly model: ChatModel;
  readonly embedding: EmbeddingSource | null;
  readonly judgeConfig: Pick<
    JudgeConfig,
    'format' | 'temperature' | 'seed' | 'maxOutputTokens' | 'concurrency' | 'rpm' | 'tpm' | 'timeoutMs'
  >;
  readonly embedderConfig: Pick<EmbedderConfig, 'concurrency' | 'rpm' | 'tpm' | 'timeoutMs'>;
  readonly repeats: Repeats;
  readonly budget: Budget | undefined;
  readonly prices: Prices | undefined;
  readonly sutModel: string | null;
  readonly strictFamily: boolean;
  readonly cache: CacheMode;
  readonly store: ObjectStore;
  readonly seed: string;
  readonly clock: Clock;
  readonly retries: number | undefined;
  readonly recordTo: string | undefined;
}

interface Prepared {
  readonly judge: MeteredJudge;
  readonly embedder: MeteredEmbedder | null;
  readonly budget: ReturnType<typeof createBudgetMeter>;
  readonly saves: PendingSaves;
  /** Whether the embedder has still to be checked. */
  readonly needsCheck: () => boolean;
}

async function prepareModels(options: ModelStageOptions): Promise<Prepared> {
  const { model, embedding, prices, cache, clock, retries } = options;
  const entries = createEntryStore(options.store);
  const budget = createBudgetMeter(options.budget);
  const shape = cache === 'read' ? await loadShape(entries, model.identity) : undefined;
  const saves = createPendingSaves();
  const onShape = (found: CallShape): void => {
    if (cache !== 'off') saves.add(saveShape(entries, model.identity, found));
  };
  const price = findPrice(prices, model.model);
  const judge = createJudge(model, { ...options.judgeConfig, retries, budget, price, shape, onShape, clock });
  if (embedding === null) return { judge, embedder: null, budget, saves, needsCheck: () => false };
  let check: EmbedderCheck | undefined =
    cache === 'read' ? await loadEmbedderCheck(entries, embedding.identity) : undefined;
  const embedder = createEmbedder(embedding, {
    ...options.embedderConfig,
    retries,
    budget,
    price: findPrice(prices, embedding.model),
    check,
    clock,
    onCheck: async (found) => {
      check = found;
      if (cache !== 'off') await saveEmbedderCheck(entries, embedding.identity, found);
    },
  });
  return { judge, embedder, budget, saves, needsCheck: () => check === undefined };
}

function openSources(
  options: ModelStageOptions,
  { judge, embedder, saves }: Prepared,
  onEntry: ((at: string) => void) | undefined,
): StageSources {
  const { cache, clock, store, recordTo } = options;
  const entries = createEntryStore(store);
  const answers: AnswerSource = createAnswerSource({ judge, entries, mode: cache, clock, onEntry });
  const vectors = embedder === null ? null : createVectorSource(embedder, entries, cache, clock);
  const sources: StageSources = { answers, vectors, close: () => saves.settle() };
  if (recordTo === undefined || onEntry !== undefined) return sources;
  const head = {
    judge: { id: judge.id, model: judge.model },
    embedder: embedder === null ? null : { id: embedder.id, model: embedder.model },
  };
  return createRecordingSources(sources, head, store, recordTo);
}

/** A stage over a chat model and an embedding source, with cache, budget and everything else. */
export async function createModelStage(options: ModelStageOptions): Promise<CompleteJudgeStage> {
  const { model, embedding, prices, judgeConfig } = options;
  checkBudgetPrice(options.budget, prices, model.model);
  const prepared = await prepareModels(options);
  const concurrency = judgeConfig.concurrency ?? DEFAULT_CONCURRENCY;
  return createStage({
    facts: {
      id: model.id,
      model: model.model,
      identity: model.identity,
      params: prepared.judge.params,
      repeats: options.repeats,
      embedder: embedding,
      sutModel: options.sutModel,
    },
    concurrency,
    seed: options.seed,
    budget: prepared.budget,
    strictFamily: options.strictFamily,
    openSources: (onEntry) => openSources(options, prepared, onEntry),
    costFacts: () => ({
      price: findPrice(prices, model.model),
      embedderPrice: embedding === null ? undefined : findPrice(prices, embedding.model),
      rpm: judgeConfig.rpm,
      tpm: judgeConfig.tpm,
      retries: options.retries ?? DEFAULT_RETRIES,
      concurrency,
      embedderCheck: { needed: prepared.needsCheck(), prompt_tokens: estimateTokens(CHECK_TEXTS) },
    }),
  });
}
