import { answerCorrectness, fbeta } from './formulas.ts';
import type { JudgedScore, JudgeMetric } from './judged-score.ts';
import { compareVectors, type RagasSession, settleAll } from './ragas-session.ts';
import { type Classification, classify } from './steps/classify.ts';

const METRIC = 'answer_correctness';

/** An answer without statements has nothing to compare: every reference statement is missing, and no call is needed. */
async function classifyStatements(
  session: RagasSession,
  answer: readonly string[],
  reference: readonly string[],
): Promise<Classification> {
  if (answer.length === 0) return { answer: [], reference: reference.map((_, i) => ({ i, ok: 0 })) };
  const input = { question: session.question, answer, reference };
  return session.ask(METRIC, classify, input, { language: session.responseLanguage });
}

async function measureSimilarity(session: RagasSession): Promise<number | null> {
  if (session.policies.answer_correctness_weights[1] === 0) return null;
  const [response, reference] = await session.embed(METRIC, [session.response, session.reference]);
  return compareVectors(response, reference);
}

function combine(
  session: RagasSession,
  answer: readonly string[],
  reference: readonly string[],
  found: Classification,
  similarity: number | null,
): JudgedScore {
  const tp = found.answer.filter(({ ok }) => ok === 1).length;
  const fp = found.answer.length - tp;
  const fn = found.reference.filter(({ ok }) => ok === 0).length;
  const w = session.policies.answer_correctness_weights;
  return {
    state: answerCorrectness({ tp, fp, fn, sim: similarity ?? 0, w }),
    evidence: {
      answer_statements: answer,
      reference_statements: reference,
      answer: found.answer,
      reference: found.reference,
      tp,
      fp,
      fn,
      f: fbeta(tp, fp, fn),
      similarity,
    },
  };
}

/**
 * Answer correctness: weighted mean of the F1 over statements and the similarity of the texts. D(response),
 * D(reference), C, and one embedding batch. An answer without statements has F 0; a reference without any makes the
 * score undefined.
 */
export const judgeAnswerCorrectness: JudgeMetric = async (session) => {
  const [response, reference] = await settleAll([
    session.decomposeResponse(METRIC),
    session.decomposeReference(METRIC),
  ]);
  const answerStatements = response?.statements ?? [];
  const referenceStatements = reference?.statements ?? [];
  if (referenceStatements.length === 0) {
    const code = answerStatements.length === 0 ? 'no_statements' : 'reference_no_statements';
    return { state: { value: null, status: 'undefined', code } };
  }
  const found = await classifyStatements(session, answerStatements, referenceStatements);
  const similarity = await measureSimilarity(session);
  return combine(session, answerStatements, referenceStatements, found, similarity);
};
