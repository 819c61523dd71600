import type { Case, EvaluationScore, Evaluator, QueryResponse } from '@reportcard/report-schema';
import type { JsonObject } from './knowledge-base.ts';
import { toQueryFailure } from './query-failure.ts';

/**
 * Runs a benchmark's evaluators over one response. Gives `evaluation_scores` and, where an evaluator threw,
 * `evaluation_errors` for the record's metadata; the response is never touched.
 */
export async function evaluateAnswer(
  evaluators: readonly Evaluator[],
  input: { readonly case: Case; readonly query_mode: string; readonly response: QueryResponse },
): Promise<JsonObject> {
  const scores: EvaluationScore[] = [];
  const errors: JsonObject[] = [];
  for (const evaluator of evaluators) {
    try {
      scores.push(...(await evaluator.evaluate(input)));
    } catch (error) {
      const { message, error_type } = toQueryFailure(error);
      errors.push({ evaluator: evaluator.name, message, error_type });
    }
  }
  return {
    ...(scores.length > 0 ? { evaluation_scores: scores } : {}),
    ...(errors.length > 0 ? { evaluation_errors: errors } : {}),
  };
}
