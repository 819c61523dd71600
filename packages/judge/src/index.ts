export type { CallShape, DroppableParameter } from './asking/call-shape.ts';
export type { SpendSink } from './asking/sender.ts';
export type { Spend } from './budget/amounts.ts';
export { type BudgetMeter, createBudgetMeter, type Reservation } from './budget/budget-meter.ts';
export { EXPECTED_RATES, estimateTokens, type TokenRates, UPPER_RATES } from './budget/estimate-tokens.ts';
export type { Price, Prices } from './budget/prices.ts';
export {
  type AnswerSource,
  type AnswerSourceOptions,
  type CacheMode,
  createAnswerSource,
} from './cache/answer-source.ts';
export { CACHE_FOLDER } from './cache/cache-key.ts';
export { createEntryStore, type EntryStore } from './cache/entry-store.ts';
export { createVectorSource, type VectorSource, type Vectors } from './cache/vector-source.ts';
export { type Clock, SYSTEM_CLOCK } from './clock.ts';
export { createJudge, type JudgeOptions } from './create-judge.ts';
export type { EmbedderCheck } from './embedding/check-embedder.ts';
export { createEmbedder, type EmbedderOptions } from './embedding/create-embedder.ts';
export type { SdkEmbeddingModel } from './embedding/embed-with-sdk.ts';
export type { EmbeddingReply, EmbeddingSource } from './embedding/embedding-source.ts';
export { fromEmbeddingModel } from './embedding/from-embedding-model.ts';
export { openaiCompatibleEmbedding } from './embedding/openai-compatible-embedding.ts';
export { familiesOf, shareFamily } from './families.ts';
export type { MeteredEmbedder, MeteredJudge, StoredAnswer } from './metered.ts';
export type { ChatCall, ChatMessage, ChatModel, ChatReply, Format, ModelIdentity } from './model/chat-model.ts';
export type { EndpointOptions, Environment } from './model/endpoint-options.ts';
export { fromLanguageModel } from './model/from-language-model.ts';
export type { SdkLanguageModel } from './model/generate-with-sdk.ts';
export { openaiCompatible } from './model/openai-compatible.ts';
export { RequestFault, type RequestFaultInit } from './model/request-fault.ts';
export { type Replay, replay } from './recording/create-replay-judge.ts';
export type { Recording, RecordingHead } from './recording/recording.ts';
export { createJudgeStage, type JudgeStageOptions } from './stage/create-judge-stage.ts';
export type { CompleteJudgeStage } from './stage/create-stage.ts';
export { describeAnswers } from './stage/describe-answers.ts';
export { createLexicalStage } from './stage/lexical-stage.ts';
