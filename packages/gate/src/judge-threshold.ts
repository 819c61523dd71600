import type { GateRuleResult } from '@reportcard/report-schema';
import { formatBeside } from './format-number.ts';
import type { Judgement, NoiseRule } from './judgement.ts';
import type { Measurement } from './measurement.ts';

/**
 * Judges a value against a `min` or a `max`. By `value` the point decides; by `interval` the bound of its 95 % interval on
 * the bad side; by `significance` a value that meets the limit passes, one whose whole interval misses it fails, and one
 * in between is inconclusive. Compares unrounded; a value equal to the limit meets it.
 */
export function judgeThreshold(
  kind: 'min' | 'max',
  threshold: number,
  measured: Measurement,
  noise: NoiseRule,
): Judgement {
  const basis: GateRuleResult['basis'] = measured.isNoisy ? noise : 'value';
  const { value, problem, ci95 } = measured;
  const undecided = (message: string, shown: number | null): Judgement => ({
    basis,
    value: shown,
    verdict: 'inconclusive',
    message,
  });
  if (problem !== null && !problem.canStillFail) return undecided(problem.text, value);
  if (value === null) return undecided(problem?.text ?? 'it was not measured', null);
  const judged = basis === 'interval' ? (kind === 'min' ? ci95?.[0] : ci95?.[1]) : value;
  if (judged === null || judged === undefined) {
    return undecided(`too few samples for the ${kind === 'min' ? 'lower' : 'upper'} bound of the interval`, null);
  }
  const text = describe(kind, threshold, judged, measured, basis);
  if (isMet(kind, threshold, judged)) {
    if (problem !== null) return undecided(`${text}, but ${problem.text}`, judged);
    return { basis, value: judged, verdict: 'pass', message: text };
  }
  if (basis !== 'significance') return { basis, value: judged, verdict: 'fail', message: text };
  const best = kind === 'min' ? ci95?.[1] : ci95?.[0];
  if (best === null || best === undefined)
    return undecided(`${text}, and there are too few samples for an interval`, judged);
  if (isMet(kind, threshold, best))
    return undecided(`${text}, but within noise: the interval reaches ${formatBeside(best, threshold)}`, judged);
  return {
    basis,
    value: judged,
    verdict: 'fail',
    message: `${text}, beyond noise: the interval ends at ${formatBeside(best, threshold)}`,
  };
}

function isMet(kind: 'min' | 'max', threshold: number, value: number): boolean {
  return kind === 'min' ? value >= threshold : value <= threshold;
}

function describe(
  kind: 'min' | 'max',
  threshold: number,
  judged: number,
  measured: Measurement,
  basis: GateRuleResult['basis'],
): string {
  const what =
    basis === 'interval'
      ? `${kind === 'min' ? 'lower' : 'upper'} bound ${formatBeside(judged, threshold)}`
      : formatBeside(judged, threshold);
  const relation = judged === threshold ? 'equals' : judged > threshold ? 'is above' : 'is below';
  const limit = kind === 'min' ? 'the minimum' : 'the maximum';
  return `${what} ${relation} ${limit} ${threshold} (n = ${measured.n})`;
}
