import { incompleteBeta, logGamma } from './incomplete-beta.ts';
import { assertCount, assertProbability } from './interval.ts';

/** P(B = k) for B binomial with n trials of probability p. */
export function binomialPmf(k: number, n: number, p: number): number {
  assertCount('binomialPmf', 'n', n);
  assertProbability('binomialPmf', 'p', p);
  if (!Number.isInteger(k) || k < 0 || k > n) return 0;
  if (p === 0 || p === 1) return k === n * p ? 1 : 0;
  const logChoose = logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1);
  return Math.exp(logChoose + k * Math.log(p) + (n - k) * Math.log1p(-p));
}

/** P(B ≤ k) for B binomial with n trials of probability p, by the incomplete beta function. */
export function binomialCdf(k: number, n: number, p: number): number {
  assertCount('binomialCdf', 'n', n);
  assertProbability('binomialCdf', 'p', p);
  if (k < 0) return 0;
  if (k >= n || p === 0) return 1;
  if (p === 1) return 0;
  return incompleteBeta(1 - p, n - Math.floor(k), Math.floor(k) + 1);
}

/** The smallest k with P(B ≤ k) ≥ probability. */
export function binomialQuantile(probability: number, n: number, p: number): number {
  assertProbability('binomialQuantile', 'probability', probability);
  let low = 0;
  let high = n;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (binomialCdf(middle, n, p) >= probability) high = middle;
    else low = middle + 1;
  }
  return low;
}
