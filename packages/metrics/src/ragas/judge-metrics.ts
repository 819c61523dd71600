import { judgeAnswerCorrectness } from './answer-correctness.ts';
import { judgeAnswerRelevancy } from './answer-relevancy.ts';
import { judgeContextPrecision } from './context-precision.ts';
import { judgeContextRecall } from './context-recall.ts';
import { judgeFaithfulness } from './faithfulness.ts';
import type { JudgeMetric } from './judged-score.ts';
import type { RagasMetric } from './ragas-state.ts';

/** How each of the five is judged, by metric id. */
export const JUDGE_METRICS: Readonly<Record<RagasMetric, JudgeMetric>> = {
  faithfulness: judgeFaithfulness,
  answer_relevancy: judgeAnswerRelevancy,
  answer_correctness: judgeAnswerCorrectness,
  context_precision: judgeContextPrecision,
  context_recall: judgeContextRecall,
};
