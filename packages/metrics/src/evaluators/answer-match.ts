import type { Case } from '@reportcard/report-schema';
import { createMissing, createResult, createSkipped, type RecordEvaluator } from './evaluation-result.ts';
import { foldText } from './fold-text.ts';

/** The answers a case accepts, folded: its `reference_answers`, else its `reference`. */
function expectedAnswers(subject: Case): string[] {
  const listed = subject.reference_answers.map(foldText).filter((text) => text !== '');
  if (listed.length > 0) return listed;
  const reference = foldText(subject.reference ?? '');
  return reference === '' ? [] : [reference];
}

function createAnswerMatch(name: string, matches: (answer: string, expected: string) => boolean): RecordEvaluator {
  return {
    name,
    needs: ['answer'],
    evaluate: ({ case: subject, response }) => {
      const expected = expectedAnswers(subject);
      if (expected.length === 0) return [createSkipped(name, 'no_reference')];
      if (response.answer === null) return [createMissing(name, 'answer')];
      const answer = foldText(response.answer);
      const matched = expected.some((text) => matches(answer, text));
      return [createResult(name, matched ? 1 : 0, { expected: expected.length }, matched)];
    },
  };
}

/**
 * `answer_contains`: 1 when the answer contains one of the expected answers, after NFKC, case and white-space folding,
 * else 0. Skipped without an expected answer; no value where the response made no answer (`answer: null`).
 */
export function createAnswerContains(): RecordEvaluator {
  return createAnswerMatch('answer_contains', (answer, expected) => answer.includes(expected));
}

/** `answer_exact_match`: 1 when the answer equals one of the expected answers after the same folding, else 0. */
export function createAnswerExactMatch(): RecordEvaluator {
  return createAnswerMatch('answer_exact_match', (answer, expected) => answer === expected);
}
