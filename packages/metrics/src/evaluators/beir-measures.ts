/**
 * BEIR measures over a ranking of distinct documents. `gains` holds the relevance grade of each ranked document (0 for
 * an unjudged one), `grades` the grades > 0 of all relevant documents. All results lie in [0, 1].
 */
export interface BeirInput {
  readonly gains: readonly number[];
  readonly grades: readonly number[];
  readonly k: number;
}

function discountedGain(grades: readonly number[], k: number): number {
  return grades.slice(0, k).reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
}

/** DCG@k / ideal DCG@k with gain 2^rel − 1 and discount log2(rank + 1). */
export function computeNdcg({ gains, grades, k }: BeirInput): number {
  const ideal = discountedGain(
    [...grades].sort((a, b) => b - a),
    k,
  );
  return ideal === 0 ? 0 : discountedGain(gains, k) / ideal;
}

/** Σ precision@i over the relevant ranks i ≤ k, divided by min(|R|, k). */
export function computeMap({ gains, grades, k }: BeirInput): number {
  let found = 0;
  let sum = 0;
  for (const [index, gain] of gains.slice(0, k).entries()) {
    if (gain <= 0) continue;
    found += 1;
    sum += found / (index + 1);
  }
  return grades.length === 0 ? 0 : sum / Math.min(grades.length, k);
}

function countRelevant({ gains, k }: BeirInput): number {
  return gains.slice(0, k).filter((gain) => gain > 0).length;
}

/** Relevant documents in the top k / all relevant documents. */
export function computeBeirRecall(input: BeirInput): number {
  return input.grades.length === 0 ? 0 : countRelevant(input) / input.grades.length;
}

/** Relevant documents in the top k / k. */
export function computeBeirPrecision(input: BeirInput): number {
  return countRelevant(input) / input.k;
}

/** 1 / rank of the first relevant document in the top k, else 0. */
export function computeBeirMrr({ gains, k }: BeirInput): number {
  const index = gains.slice(0, k).findIndex((gain) => gain > 0);
  return index === -1 ? 0 : 1 / (index + 1);
}
