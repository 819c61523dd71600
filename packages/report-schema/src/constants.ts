/** Below this number of scored samples a number is marked as resting on few samples (DESIGN §4). */
export const SMALL_N = 10;

/** The newest version of every document kind this package reads and writes. */
export const SCHEMA_VERSION = 1;

/** The 13 own metrics of the report article, in report order (METRICS §6.1). */
export const BASELINE_ORDER = [
  'intent_top1',
  'hit@1',
  'hit@3',
  'hit@5',
  'hit@10',
  'recall@1',
  'recall@3',
  'recall@5',
  'recall@10',
  'mrr@10',
  'false_refusal_rate',
  'wrong_answer_rate',
  'ttft_p50_ms',
] as const;

/** The 5 RAGAS metrics, in report order (METRICS §2). */
export const RAGAS_ORDER = [
  'faithfulness',
  'answer_relevancy',
  'answer_correctness',
  'context_precision',
  'context_recall',
] as const;

/** How a request can end. */
export const FINAL_STATUSES = ['success', 'refused', 'error', 'timeout', 'cancelled'] as const;
/** How a request ended. */
export type FinalStatus = (typeof FINAL_STATUSES)[number];

/** States of one score, in the order of the score table's status bytes (METRICS §1.1). */
export const STATUSES = ['ok', 'undefined', 'not_applicable', 'missing_input', 'judge_error', 'skipped'] as const;
/**
 * `ok`: the value is a number. `undefined`: 0/0 for this sample. `not_applicable`: outside the metric's population by
 * design. `missing_input`: the run lacks what the metric needs. `judge_error`: asked, no usable answer. `skipped`: not asked.
 */
export type Status = (typeof STATUSES)[number];

/** Who decided a score. */
export const DECIDED_BY = ['judge', 'rule', 'lexical', 'imported', 'manual'] as const;
/** Who decided a value: the judge, a rule of the specification, the lexical judge, an import or a human. */
export type DecidedBy = (typeof DECIDED_BY)[number];

/** What a record may say it has no data for (DESIGN §4.1). */
export const NOT_RECORDED = ['results', 'result_texts', 'answer', 'intent', 'first_token', 'latency'] as const;
/** A part of a response that a system does not tell. */
export type NotRecorded = (typeof NOT_RECORDED)[number];

/** Machine codes beside a status (METRICS §1.2); `http_<n>` stands for any HTTP status. */
export const SCORE_CODES = [
  'empty_response',
  'empty_contexts',
  'no_reference',
  'no_reference_docs',
  'no_embedder',
  'no_statements',
  'reference_no_statements',
  'no_questions',
  'noncommittal',
  'rule_no_contexts',
  'malformed_json',
  'schema_mismatch',
  'truncated',
  'empty_output',
  'refused',
  'timeout',
  'rate_limited',
  'network',
  'embedding_error',
  'budget_exhausted',
  'limit',
  'no_judge',
  'request_failed',
  'import_nan',
  'import_missing',
  'should_refuse',
  'rag_not_required',
  'not_recorded',
  'no_label',
  'not_success',
] as const;

/** Who computes a metric. */
export const METRIC_GROUPS = ['own', 'ragas', 'lexical', 'evaluator'] as const;
/** What its values are. */
export const METRIC_UNITS = ['ratio', 'ms', 'count'] as const;
/** How the samples of a slice become one number. */
export const METRIC_AGGREGATES = ['mean', 'p50', 'p90', 'p95', 'p99'] as const;
/** How an interval was made. */
export const INTERVAL_METHODS = ['wilson', 't', 'order', 'none'] as const;
