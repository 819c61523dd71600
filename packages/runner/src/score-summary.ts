import { type EvaluationCaseResult, type EvaluationScore, getOwn } from '@reportcard/report-schema';

/** A score's number: booleans as 0 and 1; null for labels, for null and for scores that were skipped. */
export function numericScore(score: EvaluationScore): number | null {
  if (getOwn(score.metadata, 'skipped') === true) return null;
  if (typeof score.value === 'boolean') return score.value ? 1 : 0;
  return typeof score.value === 'number' && Number.isFinite(score.value) ? score.value : null;
}

/**
 * Means by score name, names in text order: bare with one query mode, `{query_mode}.{name}` with several. Labels are not
 * averaged; a name without any number is left out.
 */
export function summarizeScores(
  results: readonly EvaluationCaseResult[],
  queryModes: readonly string[],
): Record<string, number> {
  const values = new Map<string, number[]>();
  for (const result of results) {
    for (const score of result.scores) {
      const value = numericScore(score);
      if (value === null) continue;
      const key = queryModes.length > 1 ? `${result.query_mode}.${score.name}` : score.name;
      const list = values.get(key);
      if (list === undefined) values.set(key, [value]);
      else list.push(value);
    }
  }
  const names = [...values.keys()].sort();
  return Object.fromEntries(names.map((name) => [name, mean(values.get(name) ?? [])]));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
