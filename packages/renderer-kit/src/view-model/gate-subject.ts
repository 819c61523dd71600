import { getOwn, type ScoresHead } from '@reportcard/report-schema';
import { COUNT, DECIMAL, type NumberStyle, PERCENT, SHORT_DECIMAL, styleOf } from '../format/number-style.ts';
import { metricLabel, reasonLabel } from '../messages/labels.ts';
import type { Messages } from '../messages/messages.ts';

/** What a gate rule judges: its name for readers and how its numbers are printed. */
export interface GateSubject {
  readonly label: string;
  readonly style: NumberStyle;
}

interface SubjectKind {
  readonly pattern: RegExp;
  describe(detail: string, messages: Messages): GateSubject;
}

/** Subjects that are no metrics: counts and shares of failures, and what the judge cost. */
const KINDS: readonly SubjectKind[] = [
  {
    pattern: /^failures:(.+)$/s,
    describe: (reason, messages) => ({
      label: messages.text('gate.failures', { reason: reasonLabel(messages, reason) }),
      style: COUNT,
    }),
  },
  {
    pattern: /^failure_rate:(.+)$/s,
    describe: (reason, messages) => ({
      label: messages.text('gate.failure_rate_of', { reason: reasonLabel(messages, reason) }),
      style: PERCENT,
    }),
  },
  {
    pattern: /^failure_rate()$/,
    describe: (_, messages) => ({ label: messages.text('gate.failure_rate'), style: PERCENT }),
  },
  {
    pattern: /^cost:(.+)$/s,
    describe: (what, messages) => ({
      label: messages.text('gate.cost', { what }),
      style: what === 'money' ? SHORT_DECIMAL : COUNT,
    }),
  },
];

/** Describes what a rule judges; a metric of the scores by its label and style, an unknown one by its id. */
export function describeGateSubject(metric: string, scores: ScoresHead, messages: Messages): GateSubject {
  const info = getOwn(scores.metrics, metric);
  if (info !== undefined) return { label: metricLabel(messages, metric, info.label), style: styleOf(metric, info) };
  for (const { pattern, describe } of KINDS) {
    const detail = pattern.exec(metric)?.[1];
    if (detail !== undefined) return describe(detail, messages);
  }
  return { label: metricLabel(messages, metric), style: DECIMAL };
}
