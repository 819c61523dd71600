import type { MetricState } from '@reportcard/renderer-kit';
import type { Verdict } from '@reportcard/report-schema';

/** Sign of a state; a shape of its own for each, so that colour is never the only difference. */
export const STATE_ICONS: Readonly<Record<MetricState, string>> = {
  good: '✅',
  amber: '🟡',
  bad: '❌',
  inconclusive: '⚪',
  none: '·',
};

export const VERDICT_ICONS: Readonly<Record<Verdict, string>> = { pass: '✅', fail: '❌', inconclusive: '⚪' };

/** Kind of GitHub alert for a verdict. */
export const ALERTS: Readonly<Record<Verdict, string>> = { pass: 'TIP', fail: 'CAUTION', inconclusive: 'WARNING' };

/** Follows a number that rests on few samples. */
export const SMALL = ' ⚠️';
