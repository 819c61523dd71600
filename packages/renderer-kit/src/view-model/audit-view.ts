import { type Agreement, type Corrected, getOwn, type ScoresHead } from '@reportcard/report-schema';
import { formatInterval } from '../format/comparison.ts';
import { DECIMAL, styleOf } from '../format/number-style.ts';
import { formatValue } from '../format/value.ts';
import { metricLabel } from '../messages/labels.ts';
import type { Messages } from '../messages/messages.ts';

/** Agreement of judge and humans on a planned audit, and the mean corrected by it. */
export interface AuditRow {
  readonly metric: string;
  readonly label: string;
  readonly n_labelled: number;
  readonly n_planned: number;
  /** Whether there were enough labels, in words. */
  readonly state: string;
  readonly agreement: Agreement | null;
  readonly corrected: Corrected | null;
  readonly shown: {
    readonly value: string;
    readonly corrected: string;
    readonly corrected_ci95: string;
    readonly kappa: string;
    readonly spearman: string;
    readonly mean_difference: string;
  };
}

function describeState(state: string, n: number, total: number, messages: Messages): string {
  const key = `audit.${state}`;
  if (state !== 'ok') return messages.has(key) ? messages.text(key, { n, total }) : state;
  return n < total ? messages.text('audit.partly_labelled', { n, total }) : messages.text('audit.ok');
}

/** One row a metric that was audited, in report order; empty without an audit. */
export function createAuditRows(scores: ScoresHead, messages: Messages): readonly AuditRow[] {
  return Object.entries(scores.metrics).flatMap(([metric, info]): AuditRow[] => {
    const agreement = structuredClone(getOwn(scores.agreement, metric) ?? null);
    const corrected = structuredClone(getOwn(scores.corrected, metric) ?? null);
    if (agreement === null && corrected === null) return [];
    const nLabelled = agreement?.n ?? corrected?.n_labelled ?? 0;
    const nPlanned = agreement?.n_planned ?? corrected?.n_planned ?? 0;
    const style = styleOf(metric, info);
    return [
      {
        metric,
        label: metricLabel(messages, metric, info.label),
        n_labelled: nLabelled,
        n_planned: nPlanned,
        state: describeState(agreement?.state ?? corrected?.state ?? 'ok', nLabelled, nPlanned, messages),
        agreement,
        corrected,
        shown: {
          value: formatValue(getOwn(scores.overall, metric) ?? null, style),
          corrected: formatValue(corrected?.value ?? null, style),
          corrected_ci95: formatInterval(corrected?.ci95 ?? null, style),
          kappa: formatValue(agreement?.kappa ?? null, DECIMAL),
          spearman: formatValue(agreement?.spearman ?? null, DECIMAL),
          mean_difference: formatValue(agreement?.mean_difference ?? null, DECIMAL),
        },
      },
    ];
  });
}
