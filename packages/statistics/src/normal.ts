const SQRT_2_PI: number = Math.sqrt(2 * Math.PI);

/** Density of the standard normal distribution. */
export function normalPdf(x: number): number {
  return Math.exp(-0.5 * x * x) / SQRT_2_PI;
}

/**
 * P(Z ≤ x) for a standard normal Z: Marsaglia's series near the middle ("Evaluating the Normal Distribution", 2004), the
 * continued fraction of Mills' ratio (Abramowitz & Stegun 26.2.14) in the tails. Relative error below 1e-13.
 */
export function normalCdf(x: number): number {
  if (Number.isNaN(x)) throw new RangeError('normalCdf: expected a number, got NaN');
  if (Math.abs(x) > 3) return x > 0 ? 1 - upperTail(x) : upperTail(-x);
  let term = x;
  let sum = x;
  for (let i = 3; Math.abs(term) > 1e-18; i += 2) {
    term *= (x * x) / i;
    sum += term;
  }
  return 0.5 + sum * normalPdf(x);
}

function upperTail(x: number): number {
  let fraction = x;
  for (let k = 120; k >= 1; k -= 1) fraction = x + k / fraction;
  return normalPdf(x) / fraction;
}

/**
 * The z with P(Z ≤ z) = p: a rational start (Abramowitz & Stegun 26.2.23) refined by Halley's steps on `normalCdf`.
 * `p` strictly between 0 and 1, else RangeError. `normalQuantile(0.975)` is 1.959963984540054.
 */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`normalQuantile: p must be between 0 and 1, got ${p}`);
  if (p > 0.5) return -lowerQuantile(1 - p);
  return p === 0.5 ? 0 : lowerQuantile(p);
}

function lowerQuantile(p: number): number {
  const t = Math.sqrt(-2 * Math.log(p));
  const top = 2.515517 + t * (0.802853 + t * 0.010328);
  let z = top / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t;
  for (let step = 0; step < 3; step += 1) {
    const error = (normalCdf(z) - p) / normalPdf(z);
    z -= error / (1 + 0.5 * z * error);
  }
  return z;
}

const twoSided = new Map<number, number>();

/** The z that leaves (1 − level)/2 in each tail: 1.96 for 0.95. Remembered a level, for it is asked once a slice. */
export function twoSidedZ(level: number): number {
  let z = twoSided.get(level);
  if (z === undefined) {
    z = normalQuantile(1 - (1 - level) / 2);
    twoSided.set(level, z);
  }
  return z;
}
