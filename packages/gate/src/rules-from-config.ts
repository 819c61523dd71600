import type { GateConfig } from '@reportcard/report-schema';
import { createGateRule, type GateRule, type GateRuleKind } from './gate-rule.ts';

type NumberBlock = 'min' | 'max' | 'maxDrop' | 'maxFailures';

const NUMBER_BLOCKS: readonly { readonly key: NumberBlock; readonly kind: GateRuleKind; readonly prefix: string }[] = [
  { key: 'min', kind: 'min', prefix: '' },
  { key: 'max', kind: 'max', prefix: '' },
  { key: 'maxDrop', kind: 'max_drop', prefix: '' },
  { key: 'maxFailures', kind: 'max', prefix: 'failures:' },
];

/**
 * The rules of a configuration, in the order min, max, maxDrop, maxFailures, notWorse, maxFailureRate. Its other keys
 * (`minCoverage`, `noise`, `allowLexical`) are options of {@link evaluateGate}.
 */
export function rulesFromConfig(config: GateConfig): GateRule[] {
  const rules = NUMBER_BLOCKS.flatMap(({ key, kind, prefix }) =>
    Object.entries(config[key] ?? {}).map(([target, number]) => createGateRule(kind, `${prefix}${target}`, number)),
  );
  rules.push(...(config.notWorse ?? []).map((target) => createGateRule('not_worse', target, null)));
  if (config.maxFailureRate !== undefined) rules.push(createGateRule('max', 'failure_rate', config.maxFailureRate));
  return rules;
}
