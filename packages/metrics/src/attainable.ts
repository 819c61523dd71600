import type { RunRecord } from '@reportcard/report-schema';
import type { MetricPolicies } from './metric-policies.ts';
import { cleanIds, keepFirst } from './ranking.ts';
import { computeAttainableRecall } from './retrieval-measures.ts';

const RECALL = /^(recall|recall_inclusive)@(\d+)$/;

/**
 * The largest value a metric can reach on a sample: min(k, |R|) / |R| for recall@k (with the nice-to-have documents for
 * recall_inclusive@k), 1 for every other metric and without reference documents. Under TREC counting a question without
 * relevant documents can only reach 0.
 */
export function attainable(
  record: Pick<RunRecord, 'reference_doc_ids' | 'reference_doc_ids_nice'>,
  metricId: string,
  policies: Pick<MetricPolicies, 'empty_reference'>,
): number {
  const match = RECALL.exec(metricId);
  if (match === null) return 1;
  const nice = match[1] === 'recall_inclusive' ? record.reference_doc_ids_nice : [];
  const reference = keepFirst(cleanIds([...record.reference_doc_ids, ...nice]));
  if (reference.length === 0) return policies.empty_reference === 'zero' ? 0 : 1;
  return computeAttainableRecall(reference.length, Number(match[2]));
}
