import { assertCount, assertLevel, clampToUnit, DEFAULT_LEVEL, type Interval } from './interval.ts';
import { twoSidedZ } from './normal.ts';

/**
 * Wilson's score interval for a proportion (Wilson 1927): centre (p + z²/2n)/(1 + z²/n), half width
 * z·√(p(1−p)/n + z²/4n²)/(1 + z²/n). `successes` may be fractional, from 0 to n: a sum of scores in [0,1] gives
 * "Wilson at the mean", which is conservative, since such scores never vary more than 0/1 values of the same mean.
 * Null when n = 0. Bounds lie in [0,1]; 0 of n has lower bound 0, n of n upper bound 1.
 */
export function wilsonInterval(successes: number, n: number, level: number = DEFAULT_LEVEL): Interval | null {
  assertLevel('wilsonInterval', level);
  assertCount('wilsonInterval', 'n', n);
  if (!(successes >= 0 && successes <= n)) {
    throw new RangeError(`wilsonInterval: successes must be from 0 to n = ${n}, got ${successes}`);
  }
  if (n === 0) return null;
  const z = twoSidedZ(level);
  const p = successes / n;
  const z2 = z * z;
  const scale = 1 + z2 / n;
  const centre = (p + z2 / (2 * n)) / scale;
  const half = (z * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n))) / scale;
  return [successes === 0 ? 0 : clampToUnit(centre - half), successes === n ? 1 : clampToUnit(centre + half)];
}
