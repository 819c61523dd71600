import { type GateReport, type GateRuleResult, getOwn, type ScoresFile } from '@reportcard/report-schema';

/** True where the gate has a rule of its own on all samples of the metric. */
function hasOverallRule(gate: GateReport | undefined, metric: string): boolean {
  return (gate?.rules ?? []).some(
    (rule) =>
      rule.metric === metric &&
      rule.slice === null &&
      (rule.kind === 'min' || rule.kind === 'max') &&
      rule.threshold !== null,
  );
}

function createRule(scores: ScoresFile, metric: string, threshold: number): GateRuleResult | undefined {
  const info = getOwn(scores.metrics, metric);
  if (info === undefined) return undefined;
  const value = getOwn(scores.overall, metric) ?? null;
  const stats = getOwn(scores.stats.overall, metric);
  const kind = info.higher_is_better ? 'min' : 'max';
  const met = value !== null && (kind === 'min' ? value >= threshold : value <= threshold);
  return {
    rule: `${metric}${kind === 'min' ? '>=' : '<='}${threshold}`,
    metric,
    slice: null,
    kind,
    threshold,
    value,
    baseline: null,
    n: stats?.n_scored ?? 0,
    coverage: stats?.coverage ?? null,
    ci95: stats?.ci95 ?? null,
    basis: 'value',
    verdict: value === null ? 'inconclusive' : met ? 'pass' : 'fail',
    message: '',
  };
}

/**
 * The gate with the configured targets as further rules, for the colours and target lines of a deck. The verdict of the
 * result is the gate's own where there is one; it must not be shown where there is none. Targets of unknown metrics and
 * of metrics that the gate rules are left out.
 */
export function addTargets(
  gate: GateReport | undefined,
  targets: Readonly<Record<string, number>>,
  scores: ScoresFile,
): GateReport | undefined {
  const rules = Object.entries(targets).flatMap(([metric, threshold]) => {
    const rule = hasOverallRule(gate, metric) ? undefined : createRule(scores, metric, threshold);
    return rule === undefined ? [] : [rule];
  });
  if (rules.length === 0) return gate;
  return {
    schema_version: 1,
    run_id: scores.meta.run_id,
    baseline_run_id: gate?.baseline_run_id ?? null,
    verdict: gate?.verdict ?? 'inconclusive',
    rules: [...(gate?.rules ?? []), ...rules],
    warnings: gate?.warnings ?? [],
  };
}
