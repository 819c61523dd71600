/**
 * Retrieval measures over the ranks of the reference documents, as `rankReferences` gives them: from 1, and 0 where a
 * document was not retrieved. `k` is a cutoff ≥ 1 or Infinity. All results lie in [0, 1].
 */

/** 1 when a reference document stands in the top k (trec_eval `success_k`), else 0. */
export function computeHit(ranks: readonly number[], k: number): 0 | 1 {
  for (const rank of ranks) if (rank !== 0 && rank <= k) return 1;
  return 0;
}

/** Share of the reference documents in the top k (trec_eval `recall_k`); null without reference documents. */
export function computeRecall(ranks: readonly number[], k: number): number | null {
  if (ranks.length === 0) return null;
  let found = 0;
  for (const rank of ranks) if (rank !== 0 && rank <= k) found += 1;
  return found / ranks.length;
}

/** 1 / rank of the first reference document in the top k (trec_eval `recip_rank` with a cutoff), else 0. */
export function computeReciprocalRank(ranks: readonly number[], k: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (const rank of ranks) if (rank !== 0 && rank < best) best = rank;
  return best <= k && best !== Number.POSITIVE_INFINITY ? 1 / best : 0;
}

/** Largest recall@k that `n` reference documents allow: min(k, n) / n; 1 for n = 0. */
export function computeAttainableRecall(n: number, k: number): number {
  return n === 0 ? 1 : Math.min(k, n) / n;
}
