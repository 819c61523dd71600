import { answerRelevancy } from './formulas.ts';
import type { JudgeMetric } from './judged-score.ts';
import { compareVectors, settleAll } from './ragas-session.ts';
import { question } from './steps/question.ts';

/** Questions generated from one answer. */
export const STRICTNESS = 3;

/**
 * Answer relevancy: mean cosine between the question and three questions generated from the answer (three calls at
 * temperature 0.3, one embedding batch); 0 where the answer counts as noncommittal. Blank questions are dropped.
 */
export const judgeAnswerRelevancy: JudgeMetric = async (session) => {
  const input = { response: session.response, asked: session.question };
  const calls = Array.from({ length: STRICTNESS }, (_, sampleIndex) =>
    session.ask('answer_relevancy', question, input, { language: session.responseLanguage, sampleIndex }),
  );
  const kept = (await settleAll(calls)).filter((generated) => generated.question !== '');
  const dropped = STRICTNESS - kept.length;
  if (kept.length === 0)
    return { state: answerRelevancy({ cos: [], noncommittal: [] }), evidence: { questions: [], dropped, dim: 0 } };
  const [asked, ...vectors] = await session.embed('answer_relevancy', [
    session.question,
    ...kept.map((item) => item.question),
  ]);
  const cos = kept.map((_, index) => compareVectors(asked, vectors[index]));
  const noncommittal = kept.map((item) => item.noncommittal);
  return {
    state: answerRelevancy({ cos, noncommittal, rule: session.policies.noncommittal_rule }),
    evidence: {
      questions: kept.map((item, index) => ({ ...item, cosine: cos[index] ?? 0 })),
      dropped,
      dim: asked?.length ?? 0,
    },
  };
};
