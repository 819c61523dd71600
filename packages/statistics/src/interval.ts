/** A two-sided interval, lower bound first, both bounds included. */
export type Interval = [lower: number, upper: number];

/** The usual confidence level. */
export const DEFAULT_LEVEL = 0.95;

/** Throws RangeError unless `level` is a confidence level strictly between 0 and 1. */
export function assertLevel(caller: string, level: number): void {
  if (!(level > 0 && level < 1)) throw new RangeError(`${caller}: level must be between 0 and 1, got ${level}`);
}

/** Throws RangeError unless `value` is a whole number of 0 or more. */
export function assertCount(caller: string, name: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new RangeError(`${caller}: ${name} must be a whole number of 0 or more, got ${value}`);
  }
}

/** Throws RangeError unless `value` is a probability, 0 and 1 included. */
export function assertProbability(caller: string, name: string, value: number): void {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`${caller}: ${name} must be from 0 to 1, got ${value}`);
}

/** Throws RangeError unless both arrays are of the same length. */
export function assertSameLength(caller: string, a: ArrayLike<number>, b: ArrayLike<number>): void {
  if (a.length !== b.length) {
    throw new RangeError(`${caller}: expected arrays of one length, got ${a.length} and ${b.length}`);
  }
}

/** `value` moved into [0, 1]. */
export function clampToUnit(value: number): number {
  return Math.min(1, Math.max(0, value));
}
