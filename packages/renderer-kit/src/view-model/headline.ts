import type { Messages } from '../messages/messages.ts';
import type { GateRuleView, GateView } from './gate-view.ts';
import type { MetricRow } from './metric-row.ts';
import type { SliceRow } from './slice-row.ts';

/** What the run comes to, in at most two sentences. */
export interface Headline {
  /** From the gate; without one, or without samples, a sentence that says so. */
  readonly verdict: string;
  /** The weakest second-level intent; null where none is below target. */
  readonly risk: string | null;
}

function describeFailure(rule: GateRuleView, messages: Messages): string {
  const { value, target } = rule.shown;
  if (rule.kind === 'max_drop' || rule.kind === 'not_worse')
    return messages.text('headline.fail_drop', { metric: rule.label, message: rule.message });
  if (rule.slice_label !== null)
    return messages.text('headline.fail_slice', { metric: rule.label, slice: rule.slice_label, value, target });
  return messages.text('headline.fail', { metric: rule.label, value, target });
}

function describeVerdict(gate: GateView | null, nSamples: number, messages: Messages): string {
  if (nSamples === 0) return messages.text('headline.no_samples');
  if (gate === null) return messages.text('headline.no_gate');
  if (gate.verdict === 'pass') return messages.text('headline.pass', { n: gate.n_rules });
  const failed = gate.rules.filter((rule) => rule.verdict === 'fail');
  const [first] = failed;
  if (first === undefined) return messages.text('headline.inconclusive', { n: gate.n_inconclusive });
  const sentence = describeFailure(first, messages);
  if (failed.length === 1) return sentence;
  return messages.text('headline.fail_more', { first: sentence, n: failed.length - 1 });
}

/** Makes the sentences that stand at the top of a page. */
export function createHeadline(
  gate: GateView | null,
  nSamples: number,
  metric: MetricRow | null,
  weakest: SliceRow | null,
  messages: Messages,
): Headline {
  const cell = metric === null ? undefined : weakest?.cells[metric.id];
  const risk =
    metric === null || weakest === null || cell === undefined
      ? null
      : messages.text('headline.risk', { slice: weakest.label, metric: metric.label, value: cell.text });
  return { verdict: describeVerdict(gate, nSamples, messages), risk };
}
