import { ratio } from './formulas.ts';
import type { JudgeMetric } from './judged-score.ts';
import { verify } from './steps/verify.ts';

/**
 * Faithfulness: statements of the answer that the contexts support / all its statements. Two calls, D(response) and V;
 * one where the answer states nothing (`undefined/no_statements`).
 */
export const judgeFaithfulness: JudgeMetric = async (session) => {
  const { statements, noncommittal, whole_text } = await session.decomposeResponse('faithfulness');
  if (statements.length === 0) {
    return {
      state: { value: null, status: 'undefined', code: 'no_statements' },
      evidence: { statements, whole_text, noncommittal, verdicts: [] },
    };
  }
  const input = { premise: session.contexts.join('\n'), statements };
  const verdicts = await session.ask('faithfulness', verify, input, { language: session.responseLanguage });
  return { state: ratio(verdicts.map(({ ok }) => ok)), evidence: { statements, whole_text, noncommittal, verdicts } };
};
