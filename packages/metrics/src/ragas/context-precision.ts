import { averagePrecision } from './formulas.ts';
import type { JudgeMetric } from './judged-score.ts';
import { type RagasSession, settleAll } from './ragas-session.ts';
import { type Usefulness, useful, usefulBatch } from './steps/useful.ts';

function askEach(session: RagasSession): Promise<readonly Usefulness[]> {
  const { question, reference, contexts, referenceLanguage: language } = session;
  return settleAll(
    contexts.map((context) => session.ask('context_precision', useful, { question, context, reference }, { language })),
  );
}

function askAtOnce(session: RagasSession): Promise<readonly Usefulness[]> {
  const { question, reference, contexts, referenceLanguage: language } = session;
  return session.ask('context_precision', usefulBatch, { question, contexts, reference }, { language });
}

/**
 * Context precision: average precision of the useful contexts in the ranking. One call a context; if one of them brings
 * no answer the sample has no score, since scoring the rest would move the ranks.
 */
export const judgeContextPrecision: JudgeMetric = async (session) => {
  const verdicts = await (session.policies.batch_contexts ? askAtOnce(session) : askEach(session));
  return {
    state: averagePrecision(verdicts.map((verdict) => verdict.useful)),
    evidence: { useful: verdicts.map((verdict, i) => ({ i, why: verdict.why, useful: verdict.useful })) },
  };
};
