import { assertCount } from './interval.ts';
import { normalQuantile } from './normal.ts';

/** Error rate and power of a planned comparison. */
export interface SampleSizeOptions {
  /** Two-sided error rate, 0.05 by default. */
  readonly alpha?: number;
  /** Chance of finding a difference that is there, 0.8 by default. */
  readonly power?: number;
}

/**
 * How many pairs it takes to tell a mean difference of `difference` from 0 when single differences spread by `sd`:
 * n = (z₁₋α⁄₂ + z_power)²·sd²/difference² + z²₁₋α⁄₂/2, rounded up (normal theory with Guenther's 1981 correction for
 * the t test), at least 2. Null for a difference of 0: no number of samples finds it.
 */
export function requiredSampleSize(difference: number, sd: number, options: SampleSizeOptions = {}): number | null {
  const { alphaZ, powerZ } = quantilesOf('requiredSampleSize', sd, options);
  if (!Number.isFinite(difference)) {
    throw new RangeError(`requiredSampleSize: difference must be finite, got ${difference}`);
  }
  if (difference === 0) return null;
  if (sd === 0) return 2;
  const n = ((alphaZ + powerZ) * (sd / difference)) ** 2 + alphaZ ** 2 / 2;
  return Math.max(2, Math.ceil(n - 1e-9));
}

/** How many pairs are missing beyond `have`; 0 when there are enough, null for a difference of 0. */
export function additionalSamples(
  difference: number,
  sd: number,
  have: number,
  options: SampleSizeOptions = {},
): number | null {
  assertCount('additionalSamples', 'have', have);
  const needed = requiredSampleSize(difference, sd, options);
  return needed === null ? null : Math.max(0, needed - have);
}

/** The smallest mean difference that n pairs would probably show: (z₁₋α⁄₂ + z_power)·sd/√n. Null for n = 0. */
export function detectableDifference(n: number, sd: number, options: SampleSizeOptions = {}): number | null {
  assertCount('detectableDifference', 'n', n);
  const { alphaZ, powerZ } = quantilesOf('detectableDifference', sd, options);
  return n === 0 ? null : ((alphaZ + powerZ) * sd) / Math.sqrt(n);
}

function quantilesOf(caller: string, sd: number, options: SampleSizeOptions): { alphaZ: number; powerZ: number } {
  const { alpha = 0.05, power = 0.8 } = options;
  if (!(sd >= 0 && Number.isFinite(sd))) throw new RangeError(`${caller}: sd must be 0 or more, got ${sd}`);
  if (!(alpha > 0 && alpha < 1)) throw new RangeError(`${caller}: alpha must be between 0 and 1, got ${alpha}`);
  if (!(power > 0.5 && power < 1)) throw new RangeError(`${caller}: power must be between 0.5 and 1, got ${power}`);
  return { alphaZ: normalQuantile(1 - alpha / 2), powerZ: normalQuantile(power) };
}
