import type { NotRecorded, RunRecord, ScoreCell } from '@reportcard/report-schema';
import type { MetricPolicies } from './metric-policies.ts';
import { isAnswerable, isFailed, isRequired, readAnswer } from './population.ts';
import { cleanIds, hasRanking, keepFirst, rankReferences, rawRankingOf } from './ranking.ts';
import { createNotApplicable, createValue, NOT_RECORDED_CELL } from './score-cell.ts';

/** A run record with what several metrics need of it, worked out once. */
export interface PreparedSample {
  readonly record: RunRecord;
  readonly policies: MetricPolicies;
  /** The request ended neither with success nor with a refusal. */
  readonly failed: boolean;
  /** The question can be answered: requires_rag is not false and should_refuse is not true. */
  readonly answerable: boolean;
  /** Answerable and requires_rag is true. */
  readonly required: boolean;
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
  /** False where the record says it has no such data. */
  isRecorded(what: NotRecorded): boolean;
}

function findRetrievalState(sample: Omit<PreparedSample, 'retrievalState' | 'isRecorded'>): ScoreCell | null {
  if (sample.record.should_refuse === true) return createNotApplicable('should_refuse');
  if (sample.record.requires_rag === false) return createNotApplicable('rag_not_required');
  if (sample.reference.length === 0 && sample.policies.empty_reference === 'not_applicable') {
    return createNotApplicable('no_reference_docs');
  }
  if (!sample.hasRanking) return NOT_RECORDED_CELL;
  return sample.reference.length === 0 ? createValue(0) : null;
}

/** Works out once what the metrics share: ranking, ranks of the reference documents, state of the answer. */
export function prepareSample(record: RunRecord, policies: MetricPolicies): PreparedSample {
  const rawRanking = rawRankingOf(record);
  const ranking = policies.dedupe === 'first' ? keepFirst(rawRanking) : rawRanking;
  const reference = keepFirst(cleanIds(record.reference_doc_ids));
  const facts = {
    record,
    policies,
    failed: isFailed(record),
    answerable: isAnswerable(record),
    required: isRequired(record),
    ...readAnswer(record, policies),
    rawRanking,
    ranking,
    hasRanking: hasRanking(record),
    reference,
    ranks: rankReferences(ranking, reference),
  };
  return {
    ...facts,
    retrievalState: findRetrievalState(facts),
    isRecorded: (what) => !record.not_recorded.includes(what),
  };
}
