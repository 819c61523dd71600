/** Two values of one candidate; null where one is not measured. */
export interface ParetoPoint {
  readonly quality: number | null;
  readonly cost: number | null;
}

/** Which way each of the two is better. */
export interface ParetoDirections {
  readonly quality: 'up' | 'down';
  readonly cost: 'up' | 'down';
}

/**
 * For each candidate: true when no other is at least as good in both and better in one (point values, noise left aside);
 * null where one of its values is missing.
 */
export function markParetoFront(points: readonly ParetoPoint[], directions: ParetoDirections): (boolean | null)[] {
  const scaled = points.map(({ quality, cost }) => {
    if (quality === null || cost === null) return null;
    return [directions.quality === 'up' ? quality : -quality, directions.cost === 'up' ? cost : -cost] as const;
  });
  return scaled.map((point) => {
    if (point === null) return null;
    return !scaled.some(
      (other) =>
        other !== null && other[0] >= point[0] && other[1] >= point[1] && (other[0] > point[0] || other[1] > point[1]),
    );
  });
}
