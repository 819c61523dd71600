import type { EvidenceRecord, Fingerprint, RunRecord, ScoreCell, ScoresMeta } from '@reportcard/report-schema';
import type { MetricDefinition } from './metric-definition.ts';
import type { MetricPolicies } from './metric-policies.ts';

/** One sample to be judged: which metrics still need an answer. */
export interface JudgeTask {
  readonly sample_id: string;
  readonly record: RunRecord;
  readonly inputs_sha256: string;
  /** Metric ids without a current answer, in report order. */
  readonly metrics: readonly string[];
}

/** What scoring a list of tasks would cost, before the first call. */
export interface JudgeEstimate {
  /** Requests that are certain or expected on a well-behaved server, cached ones not counted. */
  readonly calls: number;
  /** Never exceeded, whatever the server does (rungs, repairs, re-asks, retries, adaptive repeats). */
  readonly max_calls: number;
  readonly cached: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  /** Null without prices. */
  readonly money: number | null;
  /** At the configured rpm; null without a limit. */
  readonly minutes: number | null;
  readonly by_step: Readonly<
    Record<string, { readonly calls: number; readonly cached: number; readonly prompt_tokens: number }>
  >;
  /** When the oldest cached answer that would be used was asked, ISO 8601; null without any. */
  readonly oldest_cached_at?: string | null | undefined;
}

/** What was spent for one metric. */
export interface MetricSpend {
  readonly calls: number;
  readonly cached: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  /** Null without prices. */
  readonly money: number | null;
}

/** What a judge stage has spent. */
export interface JudgeLedger {
  readonly by_metric: Readonly<Record<string, MetricSpend>>;
  readonly calls: number;
  readonly money: number | null;
  /** True when the budget ended the scoring before every task was done. */
  readonly budget_exhausted: boolean;
  readonly served_models: readonly string[];
  readonly warnings: readonly string[];
}

/** What the scores say of their judge. Follows from the evidence alone, so that a scoring without a call says the same. */
export interface JudgeDescription {
  readonly info: NonNullable<ScoresMeta['judge']>;
  readonly embedder: ScoresMeta['embedder'];
  /** Judge and system under test share a model family; null when either is unknown. */
  readonly same_family: boolean | null;
  readonly warnings: readonly string[];
}

/**
 * A judge ready to score samples: judge, embedder, cache, budget and repeats put together. The pipeline knows only this
 * port; the package judge makes it. Faults of data are states of the evidence, never rejections; a rejection means that
 * the judge could not be used at all.
 */
export interface JudgeStage {
  readonly info: NonNullable<ScoresMeta['judge']>;
  readonly embedder: ScoresMeta['embedder'];
  /** Judge and system under test share a model family; null when either is unknown. */
  readonly same_family: boolean | null;
  /** The metrics it fills: the five RAGAS metrics, or the lexical ones. */
  readonly definitions: readonly MetricDefinition[];
  /** What an answer for this metric depends on besides the sample's inputs. Equal fingerprints need no new call. */
  fingerprint(metric: string, policies: MetricPolicies): Fingerprint;
  /** The cell of a metric where population, missing means or a rule decide; null when the judge must be asked. */
  stateOf?(record: RunRecord, metric: string, policies: MetricPolicies): ScoreCell | null;
  /** What `info`, `embedder` and `same_family` are for these answers, whenever and by whomever they were asked for. */
  describe?(evidence: Iterable<EvidenceRecord>): JudgeDescription;
  estimate(tasks: readonly JudgeTask[], policies: MetricPolicies): Promise<JudgeEstimate>;
  /**
   * Judges all tasks with the configured concurrency, in a seeded order, and calls `onEvidence` once for each
   * (sample, metric) as soon as it is known. Tasks the budget does not reach are `skipped/budget_exhausted`.
   */
  score(
    tasks: readonly JudgeTask[],
    options: {
      readonly policies: MetricPolicies;
      readonly onEvidence: (evidence: EvidenceRecord) => Promise<void>;
      readonly signal?: AbortSignal | undefined;
      readonly onProgress?: ((done: number, total: number) => void) | undefined;
    },
  ): Promise<JudgeLedger>;
}
