import {
  type Case,
  createRecord,
  type EvaluationScore,
  type Evaluator,
  type RunRecord,
} from '@reportcard/report-schema';
import { isFailed } from '../population.ts';
import { createMissing, createSkipped, type RecordEvaluator } from './evaluation-result.ts';

/** The case a record was made for; its `metadata` are the record's. */
function caseOf(record: RunRecord): Case {
  const { query_id, user_input, reference, reference_answers, reference_doc_ids, reference_doc_ids_nice } = record;
  const { reference_contexts, evidence, intent_l1, intent_l2, difficulty, requires_rag, should_refuse, labels } =
    record;
  return {
    schema_version: 1,
    query_id,
    user_input,
    reference,
    reference_answers,
    reference_doc_ids,
    reference_doc_ids_nice,
    reference_contexts,
    evidence,
    intent_l1,
    intent_l2,
    difficulty,
    requires_rag,
    should_refuse,
    labels,
    metadata: record.metadata,
  };
}

async function evaluateOne(evaluator: Evaluator | RecordEvaluator, record: RunRecord): Promise<EvaluationScore[]> {
  if (isFailed(record) || record.response === null) return [createSkipped(evaluator.name, 'request_failed')];
  const lacking = 'needs' in evaluator ? evaluator.needs.find((what) => record.not_recorded.includes(what)) : undefined;
  if (lacking !== undefined) return [createMissing(evaluator.name, lacking)];
  try {
    return await evaluator.evaluate({ case: caseOf(record), query_mode: record.query_mode, response: record.response });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [{ name: evaluator.name, value: null, passed: null, metadata: createRecord<unknown>([['error', message]]) }];
  }
}

/**
 * Runs evaluators over a recorded answer, in their order. A failed request is skipped (`request_failed`); what the
 * record has not recorded and an evaluator needs gives a score without value; an evaluator
 * that throws or rejects leaves a score without value whose `metadata.error` says why, and does not stop the others.
 */
export async function evaluateRecord(
  record: RunRecord,
  evaluators: readonly (Evaluator | RecordEvaluator)[],
): Promise<EvaluationScore[]> {
  const scores: EvaluationScore[] = [];
  for (const evaluator of evaluators) scores.push(...(await evaluateOne(evaluator, record)));
  return scores;
}
