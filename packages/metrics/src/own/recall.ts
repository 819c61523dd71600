import { defineMetric, type MetricDefinition } from '../metric-definition.ts';
import { cleanIds, keepFirst, rankReferences } from '../ranking.ts';
import { computeRecall } from '../retrieval-measures.ts';
import { createValue } from '../score-cell.ts';

/** `recall@k`: share of the reference documents in the top k. */
export function createRecall(k: number): MetricDefinition {
  return defineMetric({
    id: `recall@${k}`,
    label: `Recall@${k}`,
    description: `Share of the reference documents among the first ${k} documents (trec_eval recall_${k}). Cannot reach 1 where a question has more than ${k} of them. Population as hit@${k}.`,
    score: ({ retrievalState, ranks }) => retrievalState ?? createValue(computeRecall(ranks, k) ?? 0),
  });
}

/** `recall_inclusive@k`: recall over required and nice-to-have reference documents together. */
export function createInclusiveRecall(k: number): MetricDefinition {
  return defineMetric({
    id: `recall_inclusive@${k}`,
    label: `Recall inclusive@${k}`,
    description: `Share of the required and the nice-to-have reference documents among the first ${k} documents. Population as hit@${k}.`,
    score: ({ retrievalState, record, reference, ranking }) => {
      if (retrievalState !== null) return retrievalState;
      const all = keepFirst([...reference, ...cleanIds(record.reference_doc_ids_nice)]);
      return createValue(computeRecall(rankReferences(ranking, all), k) ?? 0);
    },
  });
}
