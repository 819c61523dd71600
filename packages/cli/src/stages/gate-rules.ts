import { type GateOptions, type GateRule, type GateRuleKind, parseGateRule, rulesFromConfig } from '@reportcard/gate';
import type { GateConfig } from '@reportcard/report-schema';
import type { Flags } from '../verb.ts';

const RULE_FLAGS: readonly { readonly flag: string; readonly kind: GateRuleKind }[] = [
  { flag: 'min', kind: 'min' },
  { flag: 'max', kind: 'max' },
  { flag: 'maxDrop', kind: 'max_drop' },
  { flag: 'notWorse', kind: 'not_worse' },
];

/** The rules of a call: those of the flags; without any, those of the configuration. */
export function chooseRules(flags: Flags, config: GateConfig | undefined): readonly GateRule[] {
  const given = RULE_FLAGS.flatMap(({ flag, kind }) => {
    const texts = flags[flag];
    return Array.isArray(texts) ? (texts as string[]).map((text) => parseGateRule(text, kind)) : [];
  });
  return given.length > 0 ? given : rulesFromConfig(config ?? {});
}

/** How the rules are judged: flags win over the configuration. */
export function chooseGateOptions(
  flags: Flags,
  config: GateConfig | undefined,
): Pick<GateOptions, 'minCoverage' | 'noise' | 'allowLexical'> {
  const { minCoverage, noise } = flags;
  return {
    minCoverage: typeof minCoverage === 'number' ? minCoverage : config?.minCoverage,
    noise: noise === 'value' || noise === 'interval' || noise === 'significance' ? noise : config?.noise,
    allowLexical: flags['allowLexical'] === true || config?.allowLexical === true,
  };
}

/** True when a rule compares with a baseline. */
export function needsBaseline(rules: readonly GateRule[]): boolean {
  return rules.some((rule) => rule.kind === 'max_drop' || rule.kind === 'not_worse');
}
