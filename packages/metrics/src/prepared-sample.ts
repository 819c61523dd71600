import type { NotRecorded, RunRecord, ScoreCell } from '@reportcard/report-schema';
import type { MetricPolicies } from './metric-policies.ts';
import { isFailed, readAnswer } from './population.ts';
import { cleanIds, hasRanking, keepFirst, rankReferences, rawRankingOf } from './ranking.ts';
import { createNotApplicable, createValue, NOT_RECORDED_CELL } from './score-cell.ts';

/** A run record with what several metrics need of it, worked out once. */
export interface PreparedSample {
  readonly record: RunRecord;
  readonly policies: MetricPolicies;
  /** The request ended neither with success nor with a refusal. */
  readonly failed: boolean;
  /** Trimmed answer; '' where there is none. */
  readonly answer: string;
  /** The answer contains a fallback phrase. */
  readonly fallback: boolean;
  /** Success, an answer, and no fallback. */
  readonly answered: boolean;
  /** Cleaned ranking as recorded, duplicates kept. */
  readonly rawRanking: readonly string[];
  /** The ranking under the dedupe policy. */
  readonly ranking: readonly string[];
  /** Whether the ranking was recorded. */
  readonly hasRanking: boolean;
  /** Distinct, cleaned reference document ids. */
  readonly reference: readonly string[];
  /** Rank of each reference document in `ranking`, 0 = not retrieved. */
  readonly ranks: readonly number[];
  /** Why the retrieval metrics have no computed value here; null where they have one. */
  readonly retrievalState: ScoreCell | null;
}

function findRetrievalState(record: RunRecord, policies: MetricPolicies, isJudged: boolean): ScoreCell | null {
  if (record.should_refuse === true) return createNotApplicable('should_refuse');
  if (record.requires_rag === false) return createNotApplicable('rag_not_required');
  if (!isJudged && policies.empty_reference === 'not_applicable') return createNotApplicable('no_reference_docs');
  if (!hasRanking(record)) return NOT_RECORDED_CELL;
  return isJudged ? null : createValue(0);
}

/** Works out once what the metrics share: ranking, ranks of the reference documents, state of the answer. */
export function prepareSample(record: RunRecord, policies: MetricPolicies): PreparedSample {
  const rawRanking = rawRankingOf(record);
  const ranking = policies.dedupe === 'first' ? keepFirst(rawRanking) : rawRanking;
  const reference = keepFirst(cleanIds(record.reference_doc_ids));
  const { answer, fallback, answered } = readAnswer(record, policies);
  return {
    record,
    policies,
    failed: isFailed(record),
    answer,
    fallback,
    answered,
    rawRanking,
    ranking,
    hasRanking: hasRanking(record),
    reference,
    ranks: rankReferences(ranking, reference),
    retrievalState: findRetrievalState(record, policies, reference.length > 0),
  };
}

/** False where the record says it has no such data. */
export function isRecorded(sample: PreparedSample, what: NotRecorded): boolean {
  return !sample.record.not_recorded.includes(what);
}
