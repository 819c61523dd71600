import type { Override } from '@reportcard/report-schema';
import type { AuditCell } from './manual-overrides.ts';

const START = 'Human scores outside an audit plan:';

/** True for a warning {@link biasWarning} made, so that applying again replaces it. */
export function isBiasWarning(warning: string): boolean {
  return warning.startsWith(START);
}

/**
 * Why a mean with corrections is not a corrected mean: people correct low scores, and false high ones stay. One warning
 * that names the metrics with overrides but no planned audit rows; none where there are none.
 */
export function biasWarning(overrides: readonly Override[], audit: readonly AuditCell[]): string[] {
  const planned = new Set(audit.map((cell) => cell.metric));
  const counts = new Map<string, number>();
  for (const { metric } of overrides) if (!planned.has(metric)) counts.set(metric, (counts.get(metric) ?? 0) + 1);
  if (counts.size === 0) return [];
  const list = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([metric, n]) => `${metric} (${n})`);
  return [
    `${START} ${list.join(', ')}. Correcting only the scores that look wrong leaves false high ones in, ` +
      'so the overall value keeps a bias; `reportcard review plan` draws samples that allow an unbiased correction.',
  ];
}
