import { assertProbability } from './interval.ts';

/**
 * Holm's step-down adjustment (1979): a test whose adjusted p is at most α is significant while the chance of any false
 * alarm in the family stays at most α. Adjusted values come in the order given; null (not tested) stays null and does
 * not count.
 */
export function adjustHolm(ps: readonly (number | null)[]): (number | null)[] {
  const order = ascending(ps);
  const adjusted: (number | null)[] = ps.map(() => null);
  let highest = 0;
  for (const [place, { p, index }] of order.entries()) {
    highest = Math.max(highest, Math.min(1, (order.length - place) * p));
    adjusted[index] = highest;
  }
  return adjusted;
}

/**
 * Benjamini & Hochberg's step-up adjustment (1995): calling significant what has an adjusted p of at most α keeps the
 * expected share of false alarms among those called at most α. Order and null as in `adjustHolm`.
 */
export function adjustBenjaminiHochberg(ps: readonly (number | null)[]): (number | null)[] {
  const order = ascending(ps);
  const adjusted: (number | null)[] = ps.map(() => null);
  let lowest = 1;
  for (const [place, { p, index }] of [...order.entries()].reverse()) {
    lowest = Math.min(lowest, (order.length / (place + 1)) * p);
    adjusted[index] = lowest;
  }
  return adjusted;
}

function ascending(ps: readonly (number | null)[]): { p: number; index: number }[] {
  const tested = ps.flatMap((p, index) => (p === null ? [] : [{ p, index }]));
  for (const { p, index } of tested) assertProbability('adjustment for several tests', `p value ${index}`, p);
  return tested.sort((a, b) => a.p - b.p || a.index - b.index);
}
