import { type EvaluationScore, getOwn, type RunRecord, toRecord } from '@reportcard/report-schema';

/**
 * The scores that evaluators left on a record while it was made; entries that are no scores are passed over. Reads by hand
 * what `EvaluationScoreSchema` says, so that scoring a run need not load the schemas.
 */
export function readEvaluationScores(record: Pick<RunRecord, 'metadata'>): EvaluationScore[] {
  const scores = getOwn(record.metadata, 'evaluation_scores');
  return Array.isArray(scores) ? scores.flatMap((score: unknown) => readScore(score) ?? []) : [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function isScoreValue(value: unknown): value is EvaluationScore['value'] {
  return value === null || typeof value === 'boolean' || typeof value === 'string' || Number.isFinite(value);
}

function readScore(score: unknown): EvaluationScore | undefined {
  if (!isObject(score)) return undefined;
  const { name, value, passed = null, metadata = {} } = score;
  if (typeof name !== 'string' || !isScoreValue(value) || !isObject(metadata)) return undefined;
  if (passed !== null && typeof passed !== 'boolean') return undefined;
  return { name, value, passed, metadata: toRecord(metadata) };
}
