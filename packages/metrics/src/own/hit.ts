import { defineMetric, type MetricDefinition } from '../metric-definition.ts';
import { cleanIds, keepFirst, rankReferences } from '../ranking.ts';
import { computeHit } from '../retrieval-measures.ts';
import { createFlag, createNotApplicable, NOT_RECORDED_CELL } from '../score-cell.ts';

/** `hit@k`: a reference document stands in the top k. */
export function createHit(k: number): MetricDefinition {
  return defineMetric({
    id: `hit@${k}`,
    label: `Hit@${k}`,
    description: `1 when one of the first ${k} documents is a reference document (trec_eval success_${k}). Over answerable questions with reference documents; of a failed request, what was retrieved counts.`,
    score: ({ retrievalState, ranks }) => retrievalState ?? createFlag(computeHit(ranks, k) === 1),
  });
}

/** `nice_hit@k`: a nice-to-have reference document stands in the top k. */
export function createNiceHit(k: number): MetricDefinition {
  return defineMetric({
    id: `nice_hit@${k}`,
    label: `Nice hit@${k}`,
    description: `1 when one of the first ${k} documents is a nice-to-have reference document. Over answerable questions that have such documents.`,
    score: ({ record, ranking, hasRanking }) => {
      if (record.should_refuse === true) return createNotApplicable('should_refuse');
      if (record.requires_rag === false) return createNotApplicable('rag_not_required');
      const nice = keepFirst(cleanIds(record.reference_doc_ids_nice));
      if (nice.length === 0) return createNotApplicable('no_reference_docs');
      if (!hasRanking) return NOT_RECORDED_CELL;
      return createFlag(computeHit(rankReferences(ranking, nice), k) === 1);
    },
  });
}
