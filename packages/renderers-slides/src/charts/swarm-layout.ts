/** A circle to place: its position on the value axis is fixed. */
export interface SwarmCircle {
  readonly x: number;
  readonly r: number;
}

const GAP = 2;

/**
 * Heights (relative to the middle line) at which circles do not touch: the largest first, each as near to the middle as
 * it can. Circles never move along the value axis. In input order.
 */
export function stackCircles(circles: readonly SwarmCircle[]): number[] {
  const order = circles.map((_, index) => index);
  order.sort((a, b) => (circles[b]?.r ?? 0) - (circles[a]?.r ?? 0) || a - b);
  const heights: number[] = circles.map(() => 0);
  const placed: number[] = [];
  for (const index of order) {
    const circle = circles[index];
    if (circle === undefined) continue;
    heights[index] = findHeight(circle, placed, circles, heights);
    placed.push(index);
  }
  return heights;
}

function findHeight(
  circle: SwarmCircle,
  placed: readonly number[],
  circles: readonly SwarmCircle[],
  heights: readonly number[],
): number {
  const blocked: [number, number][] = [];
  for (const other of placed) {
    const neighbour = circles[other];
    if (neighbour === undefined) continue;
    const distance = circle.r + neighbour.r + GAP;
    const dx = Math.abs(circle.x - neighbour.x);
    if (dx >= distance) continue;
    const reach = Math.sqrt(distance * distance - dx * dx);
    const at = heights[other] ?? 0;
    blocked.push([at - reach, at + reach]);
  }
  return nearestFree(blocked.sort((a, b) => a[0] - b[0]));
}

/** The height nearest to 0 that lies inside no interval; of two equally near the lower one on the page. */
function nearestFree(blocked: readonly (readonly [number, number])[]): number {
  let above = Number.NEGATIVE_INFINITY;
  let below = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  for (const [from, to] of blocked) {
    if (from >= end) {
      if (end <= 0 && from >= 0) return 0;
      if (from <= 0) above = Math.max(above, from);
      if (end >= 0) below = Math.min(below, end);
    }
    end = Math.max(end, to);
  }
  if (end <= 0) return 0;
  below = Math.min(below, end);
  return below <= -above ? below : above;
}
