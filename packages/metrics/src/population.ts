import type { RunRecord, ScoreCell } from '@reportcard/report-schema';
import { containsFallback } from './fallback-phrases.ts';
import type { MetricPolicies } from './metric-policies.ts';
import { createNotApplicable } from './score-cell.ts';

/** What became of the answer: given, declined (refused, blank or a fallback), or never made because the request failed. */
export type AnswerState = 'answered' | 'refused' | 'failed';

/** The request ended with error, timeout or cancellation. */
export function isFailed(record: Pick<RunRecord, 'final_status'>): boolean {
  return record.final_status !== 'success' && record.final_status !== 'refused';
}

/** The question is meant to be answered: `requires_rag` is not false and `should_refuse` is not true. */
export function isAnswerable(record: Pick<RunRecord, 'requires_rag' | 'should_refuse'>): boolean {
  return record.requires_rag !== false && record.should_refuse !== true;
}

/** The trimmed answer, whether it is a fallback, and whether the question was answered (METRICS §6.1). */
export function readAnswer(
  record: RunRecord,
  policies: Pick<MetricPolicies, 'fallback_phrases'>,
): { answer: string; fallback: boolean; answered: boolean } {
  const answer = record.response?.answer?.trim() ?? '';
  const fallback = answer !== '' && containsFallback(answer, policies.fallback_phrases);
  return { answer, fallback, answered: record.final_status === 'success' && answer !== '' && !fallback };
}

/** `failed` for a failed request, `answered` for a real answer, else `refused`. */
export function answerState(record: RunRecord, policies: Pick<MetricPolicies, 'fallback_phrases'>): AnswerState {
  if (isFailed(record)) return 'failed';
  return readAnswer(record, policies).answered ? 'answered' : 'refused';
}

/** Why a sample is outside a metric over questions that need retrieval; null inside. Failed requests are not looked at. */
export function outsideRequired(record: Pick<RunRecord, 'requires_rag' | 'should_refuse'>): ScoreCell | null {
  if (record.should_refuse === true) return createNotApplicable('should_refuse');
  if (record.requires_rag === false) return createNotApplicable('rag_not_required');
  return record.requires_rag === null ? createNotApplicable('no_label') : null;
}

/** Why a sample is outside a metric over successful requests; null inside. */
export function outsideSuccess(record: Pick<RunRecord, 'final_status'>): ScoreCell | null {
  if (record.final_status === 'success') return null;
  return createNotApplicable(isFailed(record) ? 'request_failed' : 'not_success');
}
