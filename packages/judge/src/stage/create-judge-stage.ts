import type { ObjectStore } from '@reportcard/object-store';
import {
  type Budget,
  type EmbedderConfig,
  type JudgeConfig,
  type Repeats,
  ReportcardError,
} from '@reportcard/report-schema';
import type { Prices } from '../budget/prices.ts';
import type { CacheMode } from '../cache/answer-source.ts';
import { type Clock, SYSTEM_CLOCK } from '../clock.ts';
import type { EmbeddingSource } from '../embedding/embedding-source.ts';
import { openaiCompatibleEmbedding } from '../embedding/openai-compatible-embedding.ts';
import type { ChatModel } from '../model/chat-model.ts';
import type { Environment } from '../model/endpoint-options.ts';
import { openaiCompatible } from '../model/openai-compatible.ts';
import type { CompleteJudgeStage } from './create-stage.ts';
import { createLexicalStage } from './lexical-stage.ts';
import { createModelStage } from './model-stage.ts';
import { createReplayStage } from './replay-stage.ts';

/** Everything a judge is put together from. */
export interface JudgeStageOptions {
  /** `none` is no judge and an error here. */
  readonly config: JudgeConfig;
  readonly embedder?: EmbedderConfig | undefined;
  /** Passes of the judge; default 1. */
  readonly repeats?: Repeats | undefined;
  readonly budget?: Budget | undefined;
  /** Money a million tokens, by model name. */
  readonly prices?: Prices | undefined;
  /** Model of the system under test, for the family check. */
  readonly sutModel?: string | undefined;
  /** A judge of the system's family is an error instead of a warning. */
  readonly strictFamily?: boolean | undefined;
  /** Default `read`. */
  readonly cache?: CacheMode | undefined;
  /** The workspace: holds `.reportcard/cache/`, and the recording of a replay judge. */
  readonly store: ObjectStore;
  /** Where the environment variables that the configuration names are looked up. */
  readonly env?: Environment | undefined;
  /** Decides the order of the samples; usually the run id. */
  readonly seed: string;
  /** Current time; default the machine's. */
  readonly now?: (() => Date) | undefined;
  /** For programs: models instead of those of the configuration. */
  readonly model?: ChatModel | undefined;
  readonly embeddingSource?: EmbeddingSource | undefined;
  /** Retries of an answer after faults that may pass; default 3. */
  readonly retries?: number | undefined;
  /** Key of a file that all answers are recorded in, for a replay judge. */
  readonly recordTo?: string | undefined;
  readonly clock?: Clock | undefined;
}

function openEmbedding(options: JudgeStageOptions): EmbeddingSource | null {
  const { embedder, embeddingSource, env } = options;
  if (embeddingSource !== undefined) return embeddingSource;
  if (embedder === undefined || embedder.kind === 'none') return null;
  return openaiCompatibleEmbedding({ ...embedder, env });
}

function createNoJudgeError(): ReportcardError {
  return new ReportcardError({
    code: 'config',
    path: 'judge.kind',
    message: 'no judge is configured',
    expected: 'openai-compatible, lexical or replay',
    got: 'none',
  });
}

async function createFromModel(options: JudgeStageOptions): Promise<CompleteJudgeStage> {
  const { config, embedder = { kind: 'none' }, env, clock = SYSTEM_CLOCK, now } = options;
  return createModelStage({
    model: options.model ?? openaiCompatible({ ...config, env }),
    embedding: openEmbedding(options),
    judgeConfig: config,
    embedderConfig: embedder,
    repeats: options.repeats ?? 1,
    budget: options.budget,
    prices: options.prices,
    sutModel: options.sutModel ?? null,
    strictFamily: options.strictFamily ?? false,
    cache: options.cache ?? 'read',
    store: options.store,
    seed: options.seed,
    clock: now === undefined ? clock : { ...clock, now: () => now().getTime() },
    retries: options.retries,
    recordTo: options.recordTo,
  });
}

const KINDS: Readonly<Record<JudgeConfig['kind'], (options: JudgeStageOptions) => Promise<CompleteJudgeStage>>> = {
  'openai-compatible': createFromModel,
  lexical: async () => createLexicalStage(),
  replay: ({ config, store, repeats = 1, sutModel = null, strictFamily = false, seed }) =>
    createReplayStage({ file: config.file, store, repeats, sutModel, strictFamily, seed }),
  none: async () => {
    throw createNoJudgeError();
  },
};

/**
 * Puts a judge together: model, embedder, cache, budget, repeats, family check; or the lexical or the replay judge. Asks
 * nobody yet. Throws `config` errors for what cannot work: a missing address, model, variable, price or recording, and a
 * judge of the system's own family when that is not allowed.
 */
export function createJudgeStage(options: JudgeStageOptions): Promise<CompleteJudgeStage> {
  return options.model === undefined ? KINDS[options.config.kind](options) : createFromModel(options);
}
