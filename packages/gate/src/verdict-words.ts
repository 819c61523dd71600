import type { GateReport, GateRuleResult, Verdict } from '@reportcard/report-schema';

/** One word a verdict, as every output writes it. */
export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  pass: 'passed',
  fail: 'failed',
  inconclusive: 'inconclusive',
};

/** `3 rules: 1 passed, 1 failed, 1 inconclusive`, verdicts that do not occur left out. */
export function countVerdicts(rules: readonly GateRuleResult[]): string {
  const verdicts: readonly Verdict[] = ['pass', 'fail', 'inconclusive'];
  const counts = verdicts
    .map((verdict) => ({ verdict, n: rules.filter((rule) => rule.verdict === verdict).length }))
    .filter(({ n }) => n > 0)
    .map(({ verdict, n }) => `${n} ${VERDICT_WORDS[verdict]}`);
  return `${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}${counts.length === 0 ? '' : `: ${counts.join(', ')}`}`;
}

/** Failed rules first, then inconclusive ones, then those that passed; otherwise in the order given. */
export function sortByVerdict(report: GateReport): GateRuleResult[] {
  const order: readonly Verdict[] = ['fail', 'inconclusive', 'pass'];
  return order.flatMap((verdict) => report.rules.filter((rule) => rule.verdict === verdict));
}
