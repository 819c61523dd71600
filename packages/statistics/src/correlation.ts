import { exactMean } from './exact-sum.ts';
import { assertSameLength } from './interval.ts';
import { copyWithoutNaN } from './selection.ts';

/** Pearson's correlation, in [−1, 1]; null below two pairs or where one side is constant. Throws RangeError for NaN. */
export function pearson(a: ArrayLike<number>, b: ArrayLike<number>): number | null {
  assertSameLength('pearson', a, b);
  const left = copyWithoutNaN('pearson', a);
  const right = copyWithoutNaN('pearson', b);
  const meanLeft = exactMean(left);
  const meanRight = exactMean(right);
  if (meanLeft === null || meanRight === null) return null;
  let squaresLeft = 0;
  let squaresRight = 0;
  let products = 0;
  for (let i = 0; i < left.length; i += 1) {
    const x = (left[i] as number) - meanLeft;
    const y = (right[i] as number) - meanRight;
    squaresLeft += x * x;
    squaresRight += y * y;
    products += x * y;
  }
  if (squaresLeft === 0 || squaresRight === 0) return null;
  return Math.max(-1, Math.min(1, products / Math.sqrt(squaresLeft) / Math.sqrt(squaresRight)));
}

/** Spearman's rank correlation with mean ranks for ties, in [−1, 1]; null as for `pearson`. */
export function spearman(a: ArrayLike<number>, b: ArrayLike<number>): number | null {
  assertSameLength('spearman', a, b);
  return pearson(meanRanks(a), meanRanks(b));
}

/** Ranks from 1; equal values share the mean of their ranks. Throws RangeError for NaN. */
export function meanRanks(values: ArrayLike<number>): number[] {
  const sorted = [...copyWithoutNaN('meanRanks', values).entries()].sort((x, y) => x[1] - y[1]);
  const ranks = new Array<number>(sorted.length).fill(0);
  let start = 0;
  while (start < sorted.length) {
    let end = start + 1;
    while (end < sorted.length && sorted[end]?.[1] === sorted[start]?.[1]) end += 1;
    for (const [index] of sorted.slice(start, end)) ranks[index] = (start + 1 + end) / 2;
    start = end;
  }
  return ranks;
}
