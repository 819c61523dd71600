import { reasonName } from '@reportcard/failures';
import type { Comparison, MetricDifference } from '@reportcard/report-schema';
import { formatNumber, formatP, formatSigned } from './format-numbers.ts';

/** A row of a comparison as text cells. */
export interface DifferenceRow {
  readonly name: string;
  readonly cells: readonly string[];
  readonly verdict: MetricDifference['verdict'];
}

/** Headings of the cells of a {@link DifferenceRow}, its name first. */
export const DIFFERENCE_HEADINGS: readonly string[] = [
  'metric',
  'n',
  'A',
  'B',
  'B − A',
  '95 % interval',
  'p',
  'better/same/worse',
  'verdict',
  'n needed',
];

/** The words of verdicts. */
export const VERDICT_TEXTS: Readonly<Record<MetricDifference['verdict'], string>> = {
  improved: 'improved',
  worse: 'worse',
  not_distinguishable: 'not distinguishable',
  not_measured: 'not measured',
};

/** The overall differences in report order. */
export function overallRows(comparison: Comparison): DifferenceRow[] {
  return Object.entries(comparison.metrics).map(([metric, difference]) => toRow(metric, difference));
}

/** The slices that stay different after the correction for many slices. */
export function changedSliceRows(comparison: Comparison): DifferenceRow[] {
  return comparison.slices
    .filter(({ difference }) => difference.verdict === 'improved' || difference.verdict === 'worse')
    .map(({ dimension, key, difference }) =>
      toRow(`${difference.metric} @ ${dimension}:${key === '' ? '(unlabelled)' : key}`, difference),
    );
}

function toRow(name: string, found: MetricDifference): DifferenceRow {
  const interval = found.ci95 === null ? '—' : `${formatSigned(found.ci95[0])} … ${formatSigned(found.ci95[1])}`;
  const cells = [
    String(found.n),
    formatNumber(found.mean_a),
    formatNumber(found.mean_b),
    formatSigned(found.difference),
    interval,
    formatP(found.p_adjusted),
    found.n === 0 ? '—' : `${found.wins}/${found.ties}/${found.losses}`,
    VERDICT_TEXTS[found.verdict],
    found.needed_n === null ? '—' : String(found.needed_n),
  ];
  return { name, cells, verdict: found.verdict };
}

/** `3 (2 hit@5_miss, 1 faithfulness_low)`: how many samples, and how often each reason stands behind one. */
export function countFailures(failures: Comparison['new_failures']): string {
  const counts = new Map<string, number>();
  for (const { failure_reasons } of failures) {
    for (const reason of failure_reasons) counts.set(reasonName(reason), (counts.get(reasonName(reason)) ?? 0) + 1);
  }
  const reasons = [...counts].sort((a, b) => b[1] - a[1]).map(([reason, n]) => `${n} ${reason}`);
  return reasons.length === 0 ? String(failures.length) : `${failures.length} (${reasons.join(', ')})`;
}
