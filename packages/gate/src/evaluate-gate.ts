import {
  type Comparison,
  type GateReport,
  type GateRuleResult,
  ReportcardError,
  type ScoresHead,
  type Verdict,
} from '@reportcard/report-schema';
import { createGateRule, type GateRule, type GateRuleKind } from './gate-rule.ts';
import { measureTarget } from './gate-subjects.ts';
import { judgeDrop, judgeNotWorse } from './judge-baseline.ts';
import { judgeThreshold } from './judge-threshold.ts';
import type { Judgement, NoiseRule } from './judgement.ts';
import { DEFAULT_MIN_COVERAGE, type Measurement } from './measurement.ts';
import { formatSlice } from './slice-target.ts';

/** How strict a gate is: coverage, noise, baseline, lexical judges. */
export interface GateOptions {
  /** Share of the eligible samples that must be scored, 0–1; 0.95 by default. Below it a metric is inconclusive. */
  readonly minCoverage?: number | undefined;
  /** How noise counts; `value` by default. */
  readonly noise?: NoiseRule | undefined;
  /** This run (B) compared with the baseline (A), for `max_drop` and `not_worse`. */
  readonly baseline?: Comparison | undefined;
  /** Lets rules be about metrics of the lexical judge. */
  readonly allowLexical?: boolean | undefined;
  /** Metrics that exist though this run may lack them: a rule on one is inconclusive, not an error. */
  readonly knownMetrics?: Iterable<string> | undefined;
  /** Told in the report as they are. */
  readonly warnings?: readonly string[] | undefined;
}

/**
 * Judges a run by rules. It fails when any rule fails, else is inconclusive when any rule is, or when there is none, and
 * only then passes. Values are the effective ones, human scores included. Throws a `usage` error for an unknown metric,
 * slice, reason or cost, for a lexical metric that is not allowed, and for a baseline rule without baseline.
 */
export function evaluateGate(head: ScoresHead, rules: readonly GateRule[], options: GateOptions = {}): GateReport {
  checkBaseline(head, rules, options.baseline);
  const results = rules.flatMap((rule) => evaluateRule(head, rule, options));
  return {
    schema_version: 1,
    run_id: head.meta.run_id,
    baseline_run_id: options.baseline?.run_a ?? null,
    verdict: combineVerdicts(results.map((result) => result.verdict)),
    rules: results,
    warnings: collectWarnings(head, rules, options),
  };
}

/** The verdict over several: a failed one beats an inconclusive one, and nothing at all is inconclusive. */
export function combineVerdicts(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes('fail')) return 'fail';
  return verdicts.length === 0 || verdicts.includes('inconclusive') ? 'inconclusive' : 'pass';
}

/** The exit code of a verdict (DESIGN §5): 0 passed, 1 failed, 3 inconclusive. */
export function exitCodeOf(verdict: Verdict): 0 | 1 | 3 {
  return ({ pass: 0, fail: 1, inconclusive: 3 } as const)[verdict];
}

type Judge = (rule: GateRule, measured: Measurement, options: GateOptions) => Judgement;

const JUDGES: Readonly<Record<GateRuleKind, Judge>> = {
  min: (rule, measured, options) => judgeThreshold('min', thresholdOf(rule), measured, options.noise ?? 'value'),
  max: (rule, measured, options) => judgeThreshold('max', thresholdOf(rule), measured, options.noise ?? 'value'),
  max_drop: (rule, measured, options) =>
    judgeDrop(
      thresholdOf(rule),
      requireMetric(rule, measured),
      requireBaseline(rule, options.baseline),
      options.noise ?? 'value',
    ),
  not_worse: (rule, measured, options) =>
    judgeNotWorse(requireMetric(rule, measured), requireBaseline(rule, options.baseline)),
};

function evaluateRule(head: ScoresHead, rule: GateRule, options: GateOptions): GateRuleResult[] {
  const measureOptions = {
    minCoverage: options.minCoverage ?? DEFAULT_MIN_COVERAGE,
    allowLexical: options.allowLexical ?? false,
    knownMetrics: options.knownMetrics ?? [],
  };
  return measureTarget(head, rule.target, measureOptions).map((measured) => {
    const { slice, metric } = measured;
    const target = slice === null ? rule.target : `${metric}@${formatSlice(slice)}`;
    return {
      rule: slice === null ? rule.text : createGateRule(rule.kind, target, rule.threshold).text,
      metric,
      slice,
      kind: rule.kind,
      threshold: rule.threshold,
      baseline: null,
      n: measured.n,
      coverage: measured.coverage,
      ci95: measured.ci95,
      ...JUDGES[rule.kind](rule, measured, options),
    };
  });
}

function thresholdOf(rule: GateRule): number {
  if (rule.threshold === null) {
    throw new ReportcardError({
      code: 'defect',
      message: `the rule ${rule.text} has no threshold`,
      expected: 'a rule of createGateRule',
    });
  }
  return rule.threshold;
}

function requireMetric(rule: GateRule, measured: Measurement): Measurement {
  if (!measured.isMetric) {
    throw new ReportcardError({
      code: 'usage',
      message: `${measured.metric} has no baseline to be compared with`,
      expected: 'a metric, in all samples or in a slice',
      got: rule.target,
      hint: 'set a limit with --max instead',
    });
  }
  return measured;
}

function requireBaseline(rule: GateRule, baseline: Comparison | undefined): Comparison {
  if (baseline === undefined) {
    throw new ReportcardError({
      code: 'usage',
      message: `the rule "${rule.text}" needs a run to compare with`,
      hint: 'name it with --baseline RUN',
    });
  }
  return baseline;
}

function checkBaseline(head: ScoresHead, rules: readonly GateRule[], baseline: Comparison | undefined): void {
  const first = rules.find((rule) => rule.kind === 'max_drop' || rule.kind === 'not_worse');
  if (first !== undefined) requireBaseline(first, baseline);
  if (baseline !== undefined && baseline.run_b !== head.meta.run_id) {
    throw new ReportcardError({
      code: 'usage',
      message: 'the comparison is not about this run',
      expected: `a comparison of a baseline (A) with ${head.meta.run_id} (B)`,
      got: `${baseline.run_a} with ${baseline.run_b}`,
    });
  }
}

function collectWarnings(head: ScoresHead, rules: readonly GateRule[], options: GateOptions): string[] {
  const { manual_overrides, overrides_stale } = head.meta;
  const { baseline } = options;
  return [
    ...(rules.length === 0 ? ['no rules were given, so nothing was decided'] : []),
    ...(manual_overrides > 0 ? [`${manual_overrides} scores were given by hand and count`] : []),
    ...(overrides_stale.length > 0
      ? [`${overrides_stale.length} scores given by hand are stale and do not count`]
      : []),
    ...(baseline === undefined ? [] : baseline.warnings),
    ...(options.warnings ?? []),
  ];
}
