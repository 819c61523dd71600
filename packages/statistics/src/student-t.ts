import { incompleteBeta, logGamma } from './incomplete-beta.ts';
import { normalQuantile } from './normal.ts';

/** P(T ≤ t) for Student's t with `df` degrees of freedom (df > 0, need not be whole). */
export function tCdf(t: number, df: number): number {
  assertDf('tCdf', df);
  if (t === 0) return 0.5;
  const tail = 0.5 * incompleteBeta(df / (df + t * t), df / 2, 0.5);
  return t > 0 ? 1 - tail : tail;
}

/** Two-sided p value of a t statistic. */
export function tTwoSidedP(t: number, df: number): number {
  assertDf('tTwoSidedP', df);
  return incompleteBeta(df / (df + t * t), df / 2, 0.5);
}

/**
 * The t with P(T ≤ t) = p: starts from the expansion in 1/df (Abramowitz & Stegun 26.7.5), bracketed, then Newton's
 * steps that fall back to halving. `p` strictly between 0 and 1. `tQuantile(0.975, 10)` is 2.228138851964.
 */
export function tQuantile(p: number, df: number): number {
  assertDf('tQuantile', df);
  if (!(p > 0 && p < 1)) throw new RangeError(`tQuantile: p must be between 0 and 1, got ${p}`);
  if (p === 0.5) return 0;
  return p > 0.5 ? upperQuantile(1 - p, df) : -upperQuantile(p, df);
}

function upperQuantile(tail: number, df: number): number {
  const logScale = logGamma((df + 1) / 2) - logGamma(df / 2) - 0.5 * Math.log(df * Math.PI);
  const excess = (t: number): number => 0.5 * incompleteBeta(df / (df + t * t), df / 2, 0.5) - tail;
  let low = 0;
  let high = Math.max(1, expand(-normalQuantile(tail), df));
  while (excess(high) > 0) {
    low = high;
    high *= 2;
  }
  let t = Math.min(high, Math.max(low, expand(-normalQuantile(tail), df)));
  for (let step = 0; step < 200; step += 1) {
    const off = excess(t);
    if (off > 0) low = t;
    else high = t;
    const density = Math.exp(logScale - ((df + 1) / 2) * Math.log1p((t * t) / df));
    const newton = t + off / density;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - t) <= 1e-14 * Math.max(1, t)) return next;
    t = next;
  }
  return t;
}

function expand(z: number, df: number): number {
  const z2 = z * z;
  const first = (z * (z2 + 1)) / 4;
  const second = (z * (3 + z2 * (16 + 5 * z2))) / 96;
  const third = (z * (-15 + z2 * (17 + z2 * (19 + 3 * z2)))) / 384;
  return z + (first + (second + third / df) / df) / df;
}

const twoSided = new Map<string, number>();

/** The t that leaves (1 − level)/2 in each tail. Remembered, for the slices of a report share their sizes. */
export function twoSidedT(level: number, df: number): number {
  const key = `${level} ${df}`;
  let t = twoSided.get(key);
  if (t === undefined) {
    t = tQuantile(1 - (1 - level) / 2, df);
    if (twoSided.size >= 10_000) twoSided.clear();
    twoSided.set(key, t);
  }
  return t;
}

function assertDf(caller: string, df: number): void {
  if (!(df > 0)) throw new RangeError(`${caller}: degrees of freedom must be above 0, got ${df}`);
}
