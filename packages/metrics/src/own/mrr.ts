import { defineMetric, type MetricDefinition } from '../metric-definition.ts';
import { computeReciprocalRank } from '../retrieval-measures.ts';
import { createValue } from '../score-cell.ts';

/** `mrr@k`, or `mrr` without a cutoff: reciprocal rank of the first reference document. */
export function createMrr(k?: number): MetricDefinition {
  const suffix = k === undefined ? '' : `@${k}`;
  const cutoff = k ?? Number.POSITIVE_INFINITY;
  return defineMetric({
    id: `mrr${suffix}`,
    label: `MRR${suffix}`,
    description: `1 / rank of the first reference document${k === undefined ? '' : ` within the first ${k}`}, else 0 (trec_eval recip_rank). Population as hit@k.`,
    score: ({ retrievalState, ranks }) => retrievalState ?? createValue(computeReciprocalRank(ranks, cutoff)),
  });
}
