export * from './attainable.ts';
export * from './derive-metrics.ts';
export { createAnswerContains, createAnswerExactMatch } from './evaluators/answer-match.ts';
export { type BeirMeasure, createBeirMetric } from './evaluators/beir-metric.ts';
export { evaluateRecord } from './evaluators/evaluate-record.ts';
export * from './evaluators/evaluation-cells.ts';
export type { RecordEvaluator } from './evaluators/evaluation-result.ts';
export { createEvidenceRecallAtK } from './evaluators/evidence-recall.ts';
export { createSpanMetric, type SpanMeasure } from './evaluators/span-metric.ts';
export { containsFallback, FALLBACK_PHRASES } from './fallback-phrases.ts';
export type * from './judge-stage.ts';
export * from './lexical/lexical-metrics.ts';
export * from './metric-aliases.ts';
export * from './metric-definition.ts';
export * from './metric-order.ts';
export * from './metric-policies.ts';
export * from './own-metrics.ts';
export * from './policy-effects.ts';
export { type AnswerState, answerState, isAnswerable, isFailed } from './population.ts';
export * from './prepared-sample.ts';
export type * from './ragas/evidence.ts';
export * from './ragas/formulas.ts';
export { chooseLanguage, measureHanShare, type PromptLanguage } from './ragas/language.ts';
export {
  type PlannedCall,
  type PlannedEmbedding,
  type PlanRagasOptions,
  planRagas,
  type RagasPlan,
} from './ragas/plan-ragas.ts';
export { PROMPT_SET } from './ragas/prompt-set.ts';
export { readContexts } from './ragas/ragas-inputs.ts';
export * from './ragas/ragas-metrics.ts';
export { isRagasMetric, type RagasMeans, type RagasMetric, ragasState } from './ragas/ragas-state.ts';
export { type ScoreRagasOptions, scoreRagas } from './ragas/score-ragas.ts';
export type { Classification, IndexedFlag } from './ragas/steps/classify.ts';
export type { Decomposition } from './ragas/steps/decompose.ts';
export type { GeneratedQuestion } from './ragas/steps/question.ts';
export type { Usefulness } from './ragas/steps/useful.ts';
export type { Verdict } from './ragas/steps/verify.ts';
export { rankingOf, rankReferences } from './ranking.ts';
export * from './retrieval-measures.ts';
export * from './score-record.ts';
