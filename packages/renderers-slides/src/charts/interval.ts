/** Where a value lies: the two ends of a 95 % interval. */
export type Interval = readonly [number, number];

/** An interval to draw: an open end reaches the end of the axis. Null stays null, and so does one without any end. */
export function closeInterval(ci95: readonly [number | null, number | null] | null, axis: Interval): Interval | null {
  const [low, high] = ci95 ?? [null, null];
  return low === null && high === null ? null : [low ?? axis[0], high ?? axis[1]];
}
