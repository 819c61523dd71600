import { type Config, nearestName, ReportcardError } from '@reportcard/report-schema';

/** When a score is a failure. */
export type FailureCondition = { readonly equals: number } | { readonly below?: number; readonly above?: number };

/** One cause of failure: a predicate over one metric's score. An unscored metric is never a cause. */
export interface FailureRule {
  /** Name of the cause, such as `hit@5_miss`; the key of its count. */
  readonly name: string;
  readonly metric: string;
  readonly condition: FailureCondition;
  /** Name of an earlier rule that explains this one away. */
  readonly unless?: string;
}

/** What a configuration says about failures. */
export type FailuresConfig = NonNullable<Config['failures']>;

/** The rules of DESIGN §4.4, in the order of the pipeline from request to answer. */
export const DEFAULT_FAILURE_RULES: readonly FailureRule[] = [
  { name: 'request_failed', metric: 'request_failure_rate', condition: { equals: 1 } },
  { name: 'refused_when_required', metric: 'false_refusal_rate', condition: { equals: 1 } },
  { name: 'over_retrieved', metric: 'over_retrieval_rate', condition: { equals: 1 } },
  { name: 'hit@5_miss', metric: 'hit@5', condition: { equals: 0 }, unless: 'request_failed' },
  { name: 'empty_response', metric: 'empty_response_rate', condition: { equals: 1 } },
  { name: 'answered_when_refusal_expected', metric: 'wrong_answer_rate', condition: { equals: 1 } },
  { name: 'faithfulness_low', metric: 'faithfulness', condition: { below: 0.5 } },
  { name: 'answer_correctness_low', metric: 'answer_correctness', condition: { below: 0.5 } },
];

/**
 * The default rules with configured thresholds, then the further configured rules. A threshold is named by its metric.
 * With `metrics` given, a rule over any other metric is refused. Throws a `config` error for a threshold without rule, a
 * rule without bound and two rules of one name.
 */
export function createFailureRules(config?: FailuresConfig, metrics?: Iterable<string>): readonly FailureRule[] {
  const rules = DEFAULT_FAILURE_RULES.map((rule) => applyThreshold(rule, config?.thresholds));
  const known = metrics === undefined ? undefined : [...metrics];
  checkThresholds(config?.thresholds);
  config?.rules?.forEach((entry, i) => {
    const path = `failures.rules[${i}]`;
    const { below, above } = entry;
    if (below === undefined && above === undefined) {
      throw new ReportcardError({
        code: 'config',
        path,
        message: 'a failure rule without bound',
        expected: '`below` or `above`',
      });
    }
    const name = entry.name ?? `${entry.metric}_${below === undefined ? 'high' : 'low'}`;
    if (rules.some((rule) => rule.name === name)) {
      const hint = 'give the rule another `name`, or set the threshold of the default rule in `failures.thresholds`';
      throw new ReportcardError({
        code: 'config',
        path,
        message: `two failure rules are named ${JSON.stringify(name)}`,
        hint,
      });
    }
    if (known !== undefined && !known.includes(entry.metric))
      throw unknownMetric(entry.metric, known, `${path}.metric`);
    const condition = { ...(below === undefined ? {} : { below }), ...(above === undefined ? {} : { above }) };
    rules.push({ name, metric: entry.metric, condition });
  });
  return rules;
}

function applyThreshold(rule: FailureRule, thresholds: FailuresConfig['thresholds']): FailureRule {
  const hasThreshold =
    thresholds !== undefined && Object.hasOwn(thresholds, rule.metric) && !('equals' in rule.condition);
  return hasThreshold ? { ...rule, condition: { below: thresholds[rule.metric] ?? 0 } } : rule;
}

function checkThresholds(thresholds: FailuresConfig['thresholds']): void {
  const known = DEFAULT_FAILURE_RULES.filter((rule) => !('equals' in rule.condition)).map((rule) => rule.metric);
  for (const metric of Object.keys(thresholds ?? {})) {
    if (!known.includes(metric)) throw unknownMetric(metric, known, 'failures.thresholds');
  }
}

function unknownMetric(metric: string, known: readonly string[], path: string): ReportcardError {
  const nearest = nearestName(metric, known);
  return new ReportcardError({
    code: 'config',
    path,
    message: `no failure rule can be made of ${JSON.stringify(metric)}`,
    expected: `one of ${known.join(', ')}`,
    got: JSON.stringify(metric),
    hint: nearest === undefined ? 'further rules go to `failures.rules`' : `did you mean ${nearest}?`,
  });
}
