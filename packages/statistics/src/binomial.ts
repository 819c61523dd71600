import { incompleteBeta, logGamma } from './incomplete-beta.ts';
import { assertCount, assertProbability } from './interval.ts';
import { normalQuantile } from './normal.ts';

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

/** The smallest k with P(B ≤ k) ≥ probability: a guess from the Cornish–Fisher expansion, then steps of one. */
export function binomialQuantile(probability: number, n: number, p: number): number {
  assertProbability('binomialQuantile', 'probability', probability);
  if (probability === 0 || n === 0 || p === 0) return 0;
  if (probability === 1 || p === 1) return n;
  const z = normalQuantile(probability);
  const guess = n * p + z * Math.sqrt(n * p * (1 - p)) + ((1 - 2 * p) * (z * z - 1)) / 6 - 0.5;
  let k = Math.min(n, Math.max(0, Math.round(guess)));
  while (k < n && binomialCdf(k, n, p) < probability) k += 1;
  while (k > 0 && binomialCdf(k - 1, n, p) >= probability) k -= 1;
  return k;
}
