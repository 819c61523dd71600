import {
  type CaseInput,
  CaseSchema,
  type EvaluationScore,
  type Evaluator,
  type QueryResponseInput,
  QueryResponseSchema,
} from '@reportcard/report-schema';

/** Runs an evaluator on a case and a response and returns its only score. */
export async function evaluate(
  evaluator: Evaluator,
  subject: Partial<CaseInput>,
  response: QueryResponseInput,
): Promise<EvaluationScore> {
  const scores = await evaluator.evaluate({
    case: CaseSchema.parse({ query_id: 'q', user_input: 'u', ...subject }),
    query_mode: 'default',
    response: QueryResponseSchema.parse(response),
  });
  return scores[0] as EvaluationScore;
}
