import { type GateRuleResult, ReportcardError } from '@reportcard/report-schema';

/** What a rule asks: at least, at most, not down by more than, not significantly worse than the baseline. */
export type GateRuleKind = GateRuleResult['kind'];

/** One rule, before it is known which metrics and slices a run has. */
export interface GateRule {
  /** The rule in words: target, operator and number, such as `hit@5@l2:S1>=0.6`. */
  readonly text: string;
  readonly kind: GateRuleKind;
  /** Metric and slice, or another subject such as `failures:hit@5_miss`. */
  readonly target: string;
  /** Null for `not_worse`. */
  readonly threshold: number | null;
}

interface Operator {
  /** As it is shown in a rule's text. */
  readonly sign: string;
  readonly hasNumber: boolean;
}

const OPERATORS: Readonly<Record<GateRuleKind, Operator>> = {
  min: { sign: '>=', hasNumber: true },
  max: { sign: '<=', hasNumber: true },
  max_drop: { sign: ' drops <= ', hasNumber: true },
  not_worse: { sign: ' not worse', hasNumber: false },
};

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?%?$/i;

/** A rule out of its parts. Throws a `config` error when the threshold is not a finite number. */
export function createGateRule(kind: GateRuleKind, target: string, threshold: number | null): GateRule {
  const { sign, hasNumber } = OPERATORS[kind];
  if (hasNumber && (threshold === null || !Number.isFinite(threshold))) {
    throw new ReportcardError({
      code: 'config',
      message: `the gate rule for ${target} has no number`,
      expected: 'a finite number',
      got: String(threshold),
    });
  }
  return {
    kind,
    target,
    threshold: hasNumber ? threshold : null,
    text: hasNumber ? `${target}${sign}${threshold}` : `${target}${sign}`,
  };
}

/**
 * Reads a rule: `target>=number`, `target<=number`, or, where the kind is known (it was given as `--min`, say),
 * `target=number`. The last `=` splits. A `not_worse` rule is a target alone. Numbers may be percentages (`90%`). Throws a
 * `usage` error that shows the accepted forms.
 */
export function parseGateRule(text: string, kind?: GateRuleKind): GateRule {
  const trimmed = text.trim();
  if (kind === 'not_worse') {
    if (trimmed === '') throw badRule(text, 'a metric');
    return createGateRule('not_worse', trimmed, null);
  }
  const split = trimmed.lastIndexOf('=');
  if (split <= 0) throw badRule(text, forms(kind));
  const sign = trimmed[split - 1];
  const written = sign === '>' ? 'min' : sign === '<' ? 'max' : undefined;
  const target = trimmed.slice(0, written === undefined ? split : split - 1).trim();
  const isOpposite = written !== undefined && kind !== undefined && written !== (kind === 'max_drop' ? 'max' : kind);
  const known = kind ?? written;
  if (known === undefined || isOpposite || target === '') throw badRule(text, forms(kind));
  return createGateRule(known, target, parseNumber(trimmed.slice(split + 1).trim(), text));
}

function parseNumber(text: string, rule: string): number {
  if (!NUMBER.test(text)) throw badRule(rule, 'a number such as 0.9, .9 or 90% after the last "="');
  return text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
}

function forms(kind: GateRuleKind | undefined): string {
  return kind === undefined ? 'metric[@slice]>=number or metric[@slice]<=number' : 'metric[@slice]=number';
}

function badRule(text: string, expected: string): ReportcardError {
  return new ReportcardError({
    code: 'usage',
    message: `the gate rule ${JSON.stringify(text)} cannot be read`,
    expected,
    got: JSON.stringify(text),
    hint: 'examples: "hit@5>=0.9", "hit@5@l2:returns>=0.6", "ttft_p50_ms<=3000"',
  });
}
