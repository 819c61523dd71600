import type { SliceRow } from './slice-row.ts';

/** What the overall value would become if some slices reached a level. */
export interface ExpectedGain {
  readonly metric: string;
  /** Keys of the slices that are lifted, worst first. */
  readonly keys: readonly string[];
  /** The value they are lifted to. */
  readonly level: number;
  readonly before: number;
  readonly after: number;
  /** Scored samples in the lifted slices. */
  readonly n: number;
}

/**
 * Lifts the `count` worst slices with enough samples to `level` and re-weights by scored samples:
 * after = before + Σ n_s (level − v_s) / Σ n. Only for means. Null when no slice lies below the level or `before` is null.
 */
export function liftSlices(
  rows: readonly SliceRow[],
  metric: string,
  before: number | null,
  level: number,
  count: number,
  higherIsBetter = true,
): ExpectedGain | null {
  if (before === null) return null;
  let total = 0;
  const worse: { key: string; value: number; n: number }[] = [];
  for (const row of rows) {
    const cell = row.cells[metric];
    if (cell === undefined || cell.value === null) continue;
    total += cell.n_scored;
    const below = higherIsBetter ? cell.value < level : cell.value > level;
    if (below && !cell.small) worse.push({ key: row.key, value: cell.value, n: cell.n_scored });
  }
  worse.sort((a, b) => (higherIsBetter ? a.value - b.value : b.value - a.value));
  const lifted = worse.slice(0, count);
  if (lifted.length === 0 || total === 0) return null;
  let change = 0;
  let n = 0;
  for (const slice of lifted) {
    change += slice.n * (level - slice.value);
    n += slice.n;
  }
  return { metric, keys: lifted.map((slice) => slice.key), level, before, after: before + change / total, n };
}
