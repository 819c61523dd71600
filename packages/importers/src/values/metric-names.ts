import { type MetricInfo, RAGAS_ORDER } from '@reportcard/report-schema';
import { foldColumn } from './column-names.ts';

/** Names of the five RAGAS metrics in exports of its versions; what is another metric is not here. */
const RAGAS_NAMES: Readonly<Record<string, string>> = {
  faithfulness: 'faithfulness',
  answer_relevancy: 'answer_relevancy',
  answer_relevance: 'answer_relevancy',
  response_relevancy: 'answer_relevancy',
  answer_correctness: 'answer_correctness',
  context_precision: 'context_precision',
  llm_context_precision_with_reference: 'context_precision',
  context_recall: 'context_recall',
  llm_context_recall: 'context_recall',
};

/** Further metrics of RAGAS: they come in as evaluator metrics. */
const RAGAS_FURTHER = new Set([
  'answer_similarity',
  'semantic_similarity',
  'factual_correctness',
  'noise_sensitivity',
  'noise_sensitivity_relevant',
  'noise_sensitivity_irrelevant',
  'noise_sensitivity_mode_relevant',
  'noise_sensitivity_mode_irrelevant',
  'context_entity_recall',
  'context_entities_recall',
  'context_relevancy',
  'context_relevance',
  'context_utilization',
  'llm_context_precision_without_reference',
  'non_llm_context_precision_with_reference',
  'non_llm_context_recall',
  'id_based_context_precision',
  'id_based_context_recall',
  'nv_accuracy',
  'nv_context_relevance',
  'nv_response_groundedness',
  'response_groundedness',
  'answer_accuracy',
  'harmfulness',
  'maliciousness',
  'coherence',
  'correctness',
  'conciseness',
  'helpfulness',
  'summary_score',
  'summarization_score',
  'bleu_score',
  'rouge_score',
  'chrf_score',
  'exact_match',
  'string_present',
  'non_llm_string_similarity',
]);

function bare(name: string): string {
  const folded = foldColumn(name).replace(/^(ragas|eval|metric|metrics|score|scores)_(?=.)/, '');
  const shorter = folded.replace(/_(score|value)$/, '');
  return Object.hasOwn(RAGAS_NAMES, shorter) || RAGAS_FURTHER.has(shorter) ? shorter : folded;
}

/** The RAGAS metric of ours that a column is, such as `Answer Relevance`; undefined for other columns. */
export function ragasMetricOf(name: string): string | undefined {
  const id = bare(name)
    .replace(/\(.*\)$/, '')
    .replace(/_$/, '');
  return Object.hasOwn(RAGAS_NAMES, id) ? RAGAS_NAMES[id] : undefined;
}

/** The id of a metric that RAGAS exports know, ours or a further one; undefined for other columns. */
export function knownMetricOf(name: string): string | undefined {
  const ragas = ragasMetricOf(name);
  if (ragas !== undefined) return ragas;
  const id = bare(name);
  return RAGAS_FURTHER.has(id.replace(/\(.*\)$/, '').replace(/_$/, '')) ? createMetricId(id) : undefined;
}

/** A metric id out of any name: folded, without characters that gate rules and file names give a meaning. */
export function createMetricId(name: string, prefix: string = ''): string {
  const cutoff = /@\d+$/.exec(name.trim())?.[0] ?? '';
  const stem = foldColumn(name.trim().slice(0, name.trim().length - cutoff.length))
    .replace(/[^\p{L}\p{N}+]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 80);
  const id = `${stem === '' ? 'score' : stem}${cutoff}`;
  return prefix === '' || id.startsWith(`${prefix}_`) ? id : `${prefix}_${id}`;
}

const OWN =
  /^(intent_top1|mrr|(hit|recall|mrr|nice_hit|recall_inclusive)@\d+|(false_refusal|wrong_answer|incorrect_answer|over_retrieval|fallback|empty_response|request_failure|noncommittal)_rate|(ttft|latency)_(p50|p90|p95|p99|mean)_ms|lex_\w+)$/;

/** True for the id of a metric that `score` computes itself. */
export function isOwnMetric(id: string): boolean {
  return OWN.test(id);
}

/** True for one of the five RAGAS metrics. */
export function isRagasId(id: string): boolean {
  return RAGAS_ORDER.some((metric) => metric === id);
}

const LOWER_IS_BETTER =
  /(^|_)(hallucination|toxicity|toxic|bias|noise_sensitivity\w*|harmfulness|maliciousness|error|errors|error_rate|failure_rate|latency|cost|duration|perplexity|distance|wer|cer|refusal_rate|pii_leakage|misuse|non_advice|role_violation)($|_(?!free|absence)|@)/;

/** True for a metric whose name says that less is better. */
export function isLowerBetter(id: string): boolean {
  return LOWER_IS_BETTER.test(id);
}

/** What a report says of a foreign metric: its name, a mean; `count` where a value lies outside [0, 1]. */
export function describeForeignMetric(
  id: string,
  facts: { readonly label?: string | undefined; readonly lower?: boolean | undefined; readonly inRange: boolean },
): MetricInfo {
  return {
    label: facts.label ?? id,
    group: 'evaluator',
    unit: facts.inRange ? 'ratio' : 'count',
    higher_is_better: !(facts.lower ?? isLowerBetter(id)),
    aggregate: 'mean',
  };
}
