import { countSamples, getOwn, type MetricInfo } from '@reportcard/report-schema';
import { adjustHolm } from '@reportcard/statistics';
import { ALPHA, compareValues } from './compare-values.ts';
import { findObstacles } from './find-obstacles.ts';
import type { MatrixCell } from './matrix-cell.ts';
import { pairSamples } from './pair-samples.ts';

/**
 * The cell that is better than every other one beyond noise: the one of the best value, when paired tests against each of
 * the others, corrected by Holm, all say so. Null when there is none, when a pair may not be compared, or when nothing
 * stands beside it.
 */
export function findBest(
  cells: readonly MatrixCell[],
  metric: string,
  info: MetricInfo,
  seed: string,
): MatrixCell | null {
  const measured = cells.filter((cell) => readValue(cell, metric) !== null);
  const [leader, ...others] = [...measured].sort((a, b) => compareCells(a, b, metric, info));
  if (leader === undefined || others.length === 0) return null;
  const ps = others.map((other) => betterThan(leader, other, metric, info, seed));
  return adjustHolm(ps).every((p) => p !== null && p <= ALPHA) ? leader : null;
}

function compareCells(a: MatrixCell, b: MatrixCell, metric: string, info: MetricInfo): number {
  const difference = (readValue(b, metric) ?? 0) - (readValue(a, metric) ?? 0);
  return info.higher_is_better ? difference : 0 - difference;
}

/** p value of the leader being better; 1 where it is not; null where the two may not be compared. */
function betterThan(
  leader: MatrixCell,
  other: MatrixCell,
  metric: string,
  info: MetricInfo,
  seed: string,
): number | null {
  const pairs = pairSamples(other.scores, leader.scores);
  const counts = { a: countCell(other), b: countCell(leader), paired: pairs.length };
  if (findObstacles(other.scores, leader.scores, counts).length > 0) return null;
  const values = pairs.map(({ a, b }) => [getOwn(a.scores, metric) ?? null, getOwn(b.scores, metric) ?? null] as const);
  const scored = values.filter((pair): pair is readonly [number, number] => pair[0] !== null && pair[1] !== null);
  const found = compareValues(
    metric,
    info,
    Float64Array.from(scored, ([value]) => value),
    Float64Array.from(scored, ([, value]) => value),
    { seed: JSON.stringify([seed, nameCell(other), nameCell(leader), metric]) },
  );
  const isBetter =
    found.difference !== null && found.difference !== 0 && found.difference > 0 === info.higher_is_better;
  return isBetter ? found.p_value : found.p_value === null ? null : 1;
}

function nameCell(cell: MatrixCell): string {
  return `${cell.scores.meta.run_id} ${cell.query_mode}`;
}

function countCell(cell: MatrixCell): number {
  return countSamples(cell.scores);
}

function readValue(cell: MatrixCell, metric: string): number | null {
  return getOwn(cell.values, metric) ?? null;
}
