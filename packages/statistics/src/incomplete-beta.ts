/** Coefficients of Lanczos' approximation with g = 7 and nine terms. */
const LANCZOS: readonly number[] = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** ln Γ(x) for x > 0 (Lanczos below 10, Stirling's series above). Relative error about 1e-14. */
export function logGamma(x: number): number {
  if (!(x > 0)) throw new RangeError(`logGamma: x must be above 0, got ${x}`);
  if (x >= 10) return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + stirlingError(x);
  let sum = LANCZOS[0] as number;
  for (let i = 1; i < LANCZOS.length; i += 1) sum += (LANCZOS[i] as number) / (x - 1 + i);
  const t = x + 6.5;
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}

function stirlingError(x: number): number {
  const s = 1 / (x * x);
  return (1 / 12 - s * (1 / 360 - s * (1 / 1260 - s * (1 / 1680 - s * (1 / 1188 - (s * 691) / 360360))))) / x;
}

/**
 * The regularised incomplete beta function I_x(a, b), for a, b > 0 and x in [0, 1]: the continued fraction of
 * Abramowitz & Stegun 26.5.8 evaluated by Lentz' method. Result in [0, 1].
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (!(a > 0 && b > 0)) throw new RangeError(`incompleteBeta: a and b must be above 0, got ${a} and ${b}`);
  if (!(x >= 0 && x <= 1)) throw new RangeError(`incompleteBeta: x must be from 0 to 1, got ${x}`);
  if (x === 0 || x === 1) return x;
  const logFront = logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x);
  const front = Math.exp(logFront);
  if (x < (a + 1) / (a + b + 2)) return Math.min(1, (front * continuedFraction(x, a, b)) / a);
  return Math.max(0, 1 - (front * continuedFraction(1 - x, b, a)) / b);
}

function continuedFraction(x: number, a: number, b: number): number {
  const floor = (value: number): number => (Math.abs(value) < 1e-300 ? 1e-300 : value);
  let c = 1;
  let d = 1 / floor(1 - ((a + b) * x) / (a + 1));
  let result = d;
  const maxSteps = 200 + Math.ceil(10 * Math.sqrt(Math.max(a, b)));
  for (let m = 1; m <= maxSteps; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / floor(1 + even * d);
    c = floor(1 + even / c);
    result *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / floor(1 + odd * d);
    c = floor(1 + odd / c);
    result *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) return result;
  }
  return result;
}
