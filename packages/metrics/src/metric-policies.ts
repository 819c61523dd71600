import type { MetricsConfig, Policies } from '@reportcard/report-schema';
import { ReportcardError } from '@reportcard/report-schema';
import { FALLBACK_PHRASES } from './fallback-phrases.ts';

/** Which observation counts as a refusal in `false_refusal_rate` (METRICS §6.1). */
export type FalseRefusalSignal = 'retrieval_empty' | 'status' | 'answer' | 'any';

/** Metric families that are computed only when asked for. */
export const FURTHER_FAMILIES = ['mrr', 'recall_inclusive', 'nice_hit'] as const;
/** `mrr`: reciprocal rank without cutoff. `recall_inclusive`, `nice_hit`: with the nice-to-have reference documents. */
export type FurtherFamily = (typeof FURTHER_FAMILIES)[number];

/**
 * Every convention the numbers of a scoring depend on. Persisted as `meta.policies`, so that a report is re-aggregated
 * under the conventions it was scored with.
 */
export interface MetricPolicies extends Policies {
  /** `first`: keep the first of equal document ids, then cut at k. `cut-first`: cut at k, then count distinct ids. */
  dedupe: 'first' | 'cut-first';
  /** 7: Hyndman–Fan type 7. `ragent`: the element at ⌊n·q⌋. */
  quantile: 7 | 'ragent';
  /** An answer that contains one of these is a fallback, not an answer. Matched without regard to case. */
  fallback_phrases: string[];
  /** Cutoffs of hit@k and recall@k, ascending. */
  ks: number[];
  /** Cutoffs of mrr@k, ascending. */
  mrr_ks: number[];
  /** Families beyond the default set. */
  further: FurtherFamily[];
  /** A question without reference documents is outside the retrieval metrics, or (TREC) scores 0. */
  empty_reference: 'not_applicable' | 'zero';
  false_refusal_signal: FalseRefusalSignal;
  /** Whether failed requests stand in the population of `false_refusal_rate`. */
  false_refusal_counts_failed: boolean;
  /** `latency`: a missing first-token time is replaced by the latency. */
  ttft_fallback: 'none' | 'latency';
  /** Weights of F-score and similarity in answer_correctness. */
  answer_correctness_weights: [number, number];
  noncommittal_rule: 'all' | 'any' | 'majority';
  /** Value of the RAGAS context metrics where nothing was retrieved: 0 by rule, or not applicable. */
  empty_contexts: 'zero' | 'skip';
  /** `ragent`: response, contexts and reference are there and the request succeeded; everything else is not applicable. */
  ragas_population: 'default' | 'ragent';
  /** One judge call for all contexts of context_precision instead of one each; another prompt, other scores. */
  batch_contexts: boolean;
  /** Metrics a human may score in the sheet. */
  human_scorable: string[];
}

/** A set of conventions with a name. */
export type Profile = 'default' | 'trec' | 'ragent';

const DEFAULT: MetricPolicies = {
  dedupe: 'first',
  quantile: 7,
  fallback_phrases: [...FALLBACK_PHRASES],
  ks: [1, 3, 5, 10],
  mrr_ks: [10],
  further: [],
  empty_reference: 'not_applicable',
  false_refusal_signal: 'retrieval_empty',
  false_refusal_counts_failed: false,
  ttft_fallback: 'none',
  answer_correctness_weights: [0.75, 0.25],
  noncommittal_rule: 'all',
  empty_contexts: 'zero',
  ragas_population: 'default',
  batch_contexts: false,
  human_scorable: ['faithfulness', 'answer_relevancy', 'answer_correctness', 'context_precision', 'context_recall'],
};

/** The profiles of METRICS §10: `default`, `trec` (as trec_eval counts), `ragent` (as the article's code counts). */
export const PROFILES: Readonly<Record<Profile, Readonly<MetricPolicies>>> = {
  default: DEFAULT,
  trec: { ...DEFAULT, empty_reference: 'zero' },
  ragent: {
    ...DEFAULT,
    dedupe: 'cut-first',
    quantile: 'ragent',
    fallback_phrases: ['未检索到与问题相关的文档内容'],
    further: ['recall_inclusive', 'nice_hit'],
    false_refusal_counts_failed: true,
    ttft_fallback: 'latency',
    empty_contexts: 'skip',
    ragas_population: 'ragent',
  },
};

function sortUnique(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

function checkWeights(weights: readonly [number, number]): void {
  if (weights.every((weight) => Number.isFinite(weight) && weight >= 0) && weights[0] + weights[1] > 0) return;
  throw new ReportcardError({
    code: 'config',
    message: 'the weights of answer_correctness cannot be used',
    path: 'metrics.answerCorrectnessWeights',
    expected: 'two numbers ≥ 0, not both 0',
    got: JSON.stringify(weights),
  });
}

/**
 * The policies of a profile with the configuration's changes on top. Throws a `usage` error for an unknown profile and
 * a `config` error for weights that are negative or both 0.
 */
export function resolvePolicies(profile: string, config: MetricsConfig = {}): MetricPolicies {
  const base = Object.hasOwn(PROFILES, profile) ? PROFILES[profile as Profile] : undefined;
  if (base === undefined) {
    throw new ReportcardError({
      code: 'usage',
      message: 'there is no such profile',
      path: 'profile',
      expected: Object.keys(PROFILES).join(', '),
      got: profile,
    });
  }
  if (config.answerCorrectnessWeights !== undefined) checkWeights(config.answerCorrectnessWeights);
  return {
    ...base,
    dedupe: config.dedupe ?? base.dedupe,
    quantile: config.quantile ?? base.quantile,
    fallback_phrases: [...(config.fallbackPhrases ?? base.fallback_phrases)],
    ks: sortUnique(config.ks ?? base.ks),
    mrr_ks: sortUnique(config.mrrKs ?? base.mrr_ks),
    further: [...(config.further ?? base.further)],
    false_refusal_signal: config.falseRefusalSignal ?? base.false_refusal_signal,
    ttft_fallback: config.ttftFallback ?? base.ttft_fallback,
    answer_correctness_weights: config.answerCorrectnessWeights ?? base.answer_correctness_weights,
    noncommittal_rule: config.noncommittalRule ?? base.noncommittal_rule,
    empty_contexts: config.emptyContexts ?? base.empty_contexts,
    batch_contexts: config.batchContexts ?? base.batch_contexts,
    human_scorable: [...(config.humanScorable ?? base.human_scorable)],
  };
}
