import { ratio } from './formulas.ts';
import type { JudgeMetric } from './judged-score.ts';
import { verify } from './steps/verify.ts';

/**
 * Context recall: statements of the reference that the contexts support / all its statements. D(reference), which every
 * run of a data set shares, and V.
 */
export const judgeContextRecall: JudgeMetric = async (session) => {
  const { statements, whole_text } = await session.decomposeReference('context_recall');
  if (statements.length === 0) {
    return {
      state: { value: null, status: 'undefined', code: 'reference_no_statements' },
      evidence: { statements, whole_text, verdicts: [] },
    };
  }
  const input = { premise: session.contexts.join('\n'), statements };
  const verdicts = await session.ask('context_recall', verify, input, { language: session.referenceLanguage });
  return { state: ratio(verdicts.map(({ ok }) => ok)), evidence: { statements, whole_text, verdicts } };
};
