import type { GateReport, GateRuleResult, ScoresHead, Verdict } from '@reportcard/report-schema';
import { cleanLine } from '../escape/clean-text.ts';
import { formatTarget } from '../format/comparison.ts';
import { NO_VALUE } from '../format/fixed.ts';
import type { NumberStyle } from '../format/number-style.ts';
import { formatExact, formatValue } from '../format/value.ts';
import { sliceLabel } from '../messages/labels.ts';
import type { Messages } from '../messages/messages.ts';
import { type Dimension, parseDimension } from './dimension.ts';
import { describeGateSubject } from './gate-subject.ts';

/** One gate rule with its outcome. */
export interface GateRuleView {
  /** The rule as it was given. */
  readonly rule: string;
  readonly kind: GateRuleResult['kind'];
  readonly metric: string;
  readonly label: string;
  readonly dimension: Dimension | null;
  readonly slice: string | null;
  /** The slice for readers; null for a rule on all samples. */
  readonly slice_label: string | null;
  readonly verdict: Verdict;
  readonly n: number;
  readonly message: string;
  readonly shown: { readonly value: string; readonly target: string };
}

/** The verdict over all rules. */
export interface GateView {
  readonly verdict: Verdict;
  readonly n_pass: number;
  readonly n_fail: number;
  readonly n_inconclusive: number;
  readonly n_rules: number;
  /** In the order they were given. */
  readonly rules: readonly GateRuleView[];
}

function shownTarget(rule: GateRuleResult, style: NumberStyle): string {
  if (rule.kind === 'min' || rule.kind === 'max') return formatTarget(rule.kind, rule.threshold, style);
  return rule.threshold === null ? NO_VALUE : `Δ ≤ ${formatExact(rule.threshold, style)}`;
}

function createRuleView(rule: GateRuleResult, scores: ScoresHead, messages: Messages): GateRuleView {
  const { label, style } = describeGateSubject(rule.metric, scores, messages);
  return {
    rule: rule.rule,
    kind: rule.kind,
    metric: rule.metric,
    label,
    dimension: rule.slice === null ? null : parseDimension(rule.slice.dimension),
    slice: rule.slice?.key ?? null,
    slice_label: rule.slice === null ? null : sliceLabel(messages, rule.slice.key),
    verdict: rule.verdict,
    n: rule.n,
    message: cleanLine(rule.message),
    shown: { value: formatValue(rule.value, style, rule.threshold), target: shownTarget(rule, style) },
  };
}

/** Puts a gate report into words and counts; null without one, or with no rule in it. */
export function createGateView(gate: GateReport | undefined, scores: ScoresHead, messages: Messages): GateView | null {
  if (gate === undefined || gate.rules.length === 0) return null;
  const count = (verdict: Verdict): number => gate.rules.filter((rule) => rule.verdict === verdict).length;
  return {
    verdict: gate.verdict,
    n_pass: count('pass'),
    n_fail: count('fail'),
    n_inconclusive: count('inconclusive'),
    n_rules: gate.rules.length,
    rules: gate.rules.map((rule) => createRuleView(rule, scores, messages)),
  };
}
