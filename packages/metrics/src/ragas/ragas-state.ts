import { RAGAS_ORDER, ReportcardError, type RunRecord, type ScoreCell } from '@reportcard/report-schema';
import type { MetricPolicies } from '../metric-policies.ts';
import { isFailed, outsideSuccess } from '../population.ts';
import { createNotApplicable, NO_JUDGE_CELL, NOT_RECORDED_CELL } from '../score-cell.ts';
import { isBlank, readContexts, readResponse } from './ragas-inputs.ts';

/** Id of one of the five. */
export type RagasMetric = (typeof RAGAS_ORDER)[number];

/** What a RAGAS metric needs of a record, and what it is for a blank response. */
export interface RagasNeeds {
  readonly retrieval: boolean;
  readonly reference: boolean;
  readonly response: boolean;
  readonly contexts: boolean;
  /** Needs the embedder under these policies. */
  readonly embedder: (policies: Pick<MetricPolicies, 'answer_correctness_weights'>) => boolean;
  /** The cell of a blank response; null where the response does not matter. */
  readonly blank: ScoreCell | null;
}

const BLANK_IS_ZERO: ScoreCell = Object.freeze({ value: 0, status: 'ok', code: 'empty_response' });
const BLANK_IS_UNDEFINED: ScoreCell = Object.freeze({ value: null, status: 'undefined', code: 'no_statements' });
const NO_CONTEXTS_IS_ZERO: ScoreCell = Object.freeze({ value: 0, status: 'ok', code: 'rule_no_contexts' });
const NO_EMBEDDER: ScoreCell = Object.freeze({ value: null, status: 'missing_input', code: 'no_embedder' });
const REQUEST_FAILED: ScoreCell = Object.freeze({ value: null, status: 'skipped', code: 'request_failed' });

const CONTEXT_METRIC: RagasNeeds = {
  retrieval: true,
  reference: true,
  response: false,
  contexts: true,
  embedder: () => false,
  blank: null,
};

/** The needs of the five, by metric id. */
export const RAGAS_NEEDS: Readonly<Record<RagasMetric, RagasNeeds>> = {
  faithfulness: { ...CONTEXT_METRIC, reference: false, response: true, blank: BLANK_IS_UNDEFINED },
  answer_relevancy: {
    retrieval: false,
    reference: false,
    response: true,
    contexts: false,
    embedder: () => true,
    blank: BLANK_IS_ZERO,
  },
  answer_correctness: {
    retrieval: false,
    reference: true,
    response: true,
    contexts: false,
    embedder: (policies) => policies.answer_correctness_weights[1] > 0,
    blank: BLANK_IS_ZERO,
  },
  context_precision: CONTEXT_METRIC,
  context_recall: CONTEXT_METRIC,
};

/** What is there to ask. */
export interface RagasMeans {
  /** A judge is configured. Without one no rule gives a value either (METRICS §7.2). */
  readonly judge: boolean;
  /** An embedder is configured; taken as true when not said. */
  readonly embedder?: boolean | undefined;
}

function findPopulationState(record: RunRecord, needs: RagasNeeds): ScoreCell | null {
  if (record.should_refuse === true) return createNotApplicable('should_refuse');
  if (needs.retrieval && record.requires_rag === false) return createNotApplicable('rag_not_required');
  if (needs.reference && isBlank(record.reference)) return createNotApplicable('no_reference');
  return isFailed(record) ? REQUEST_FAILED : null;
}

function findArticlePopulationState(record: RunRecord): ScoreCell | null {
  const outside = outsideSuccess(record);
  if (outside !== null) return outside;
  const response = readResponse(record);
  const contexts = readContexts(record);
  if (response === null || contexts === null) return NOT_RECORDED_CELL;
  if (isBlank(response)) return createNotApplicable('empty_response');
  if (contexts.length === 0) return createNotApplicable('empty_contexts');
  return isBlank(record.reference) ? createNotApplicable('no_reference') : null;
}

function findMissing(
  record: RunRecord,
  needs: RagasNeeds,
  policies: MetricPolicies,
  embedder: boolean,
): ScoreCell | null {
  if (isBlank(record.user_input)) return NOT_RECORDED_CELL;
  if (needs.response && readResponse(record) === null) return NOT_RECORDED_CELL;
  if (needs.contexts && readContexts(record) === null) return NOT_RECORDED_CELL;
  return needs.embedder(policies) && !embedder ? NO_EMBEDDER : null;
}

function findRuleState(record: RunRecord, needs: RagasNeeds, policies: MetricPolicies): ScoreCell | null {
  if (needs.blank !== null && isBlank(readResponse(record))) return needs.blank;
  if (!needs.contexts || readContexts(record)?.length !== 0) return null;
  return policies.empty_contexts === 'zero' ? NO_CONTEXTS_IS_ZERO : createNotApplicable('empty_contexts');
}

/** Whether an id is one of the five. */
export function isRagasMetric(id: string): id is RagasMetric {
  return Object.hasOwn(RAGAS_NEEDS, id);
}

/** The needs of a RAGAS metric. Throws a `usage` error for another id. */
export function needsOf(metric: string): RagasNeeds {
  if (isRagasMetric(metric)) return RAGAS_NEEDS[metric];
  throw new ReportcardError({
    code: 'usage',
    message: 'this is no RAGAS metric',
    expected: RAGAS_ORDER.join(', '),
    got: metric,
  });
}

/**
 * The cell of a RAGAS metric where population or a rule decides without a judge; null when the judge must be asked. The
 * first that holds decides: should_refuse, rag_not_required, no_reference, request_failed, not recorded or missing,
 * (no judge,) blank response, no contexts. Throws a `usage` error for an id that is none of the five.
 */
export function ragasState(
  record: RunRecord,
  metric: string,
  policies: MetricPolicies,
  means: RagasMeans,
): ScoreCell | null {
  const needs = needsOf(metric);
  const population =
    policies.ragas_population === 'ragent' ? findArticlePopulationState(record) : findPopulationState(record, needs);
  const decided = population ?? findMissing(record, needs, policies, !means.judge || means.embedder !== false);
  if (decided !== null) return decided;
  return means.judge ? findRuleState(record, needs, policies) : NO_JUDGE_CELL;
}
