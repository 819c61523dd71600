import type { GateConfig, ScoresHead } from '@reportcard/report-schema';
import type {} from 'vitest';
import { evaluateGate, type GateOptions } from '../evaluate-gate.ts';
import { type GateRule, parseGateRule } from '../gate-rule.ts';
import { formatGateText } from '../gate-text.ts';
import { rulesFromConfig } from '../rules-from-config.ts';

/** Rules as text (`hit@5>=0.9`), as parsed rules, or as the `gate` block of a configuration. */
export type GateExpectation = readonly (string | GateRule)[] | GateConfig;

/** What a matcher answers to the test runner. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/**
 * Matches scores (a whole `_scores.json` or its head) that pass the gate; an inconclusive gate does not match. Works with
 * the `expect.extend` of Vitest and Jest.
 */
export function toPassGate(received: ScoresHead, expected: GateExpectation, options: GateOptions = {}): MatcherResult {
  const report = isConfig(expected)
    ? evaluateGate(received, rulesFromConfig(expected), { ...optionsOf(expected), ...options })
    : evaluateGate(
        received,
        expected.map((rule) => (typeof rule === 'string' ? parseGateRule(rule) : rule)),
        options,
      );
  return { pass: report.verdict === 'pass', message: () => formatGateText(report) };
}

/** `expect.extend(gateMatchers)` adds `expect(scores).toPassGate(rules)`. */
export const gateMatchers: { readonly toPassGate: typeof toPassGate } = { toPassGate };

function isConfig(expected: GateExpectation): expected is GateConfig {
  return !Array.isArray(expected);
}

function optionsOf(config: GateConfig): GateOptions {
  return { minCoverage: config.minCoverage, noise: config.noise, allowLexical: config.allowLexical };
}

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: the parameter must be declared as Vitest declares it.
  interface Matchers<T = any> {
    /** Passes when the gate passes; an inconclusive gate does not. */
    toPassGate(expected: GateExpectation, options?: GateOptions): T;
  }
}
