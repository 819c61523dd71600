import { evaluateGate, rulesFromConfig } from '@reportcard/gate';
import type { Comparison, GateConfig, GateReport, ScoresFile } from '@reportcard/report-schema';
import { needsBaseline } from './gate-rules.ts';

/** Judges a run by the configured rules; undefined without rules. Rules that need a baseline wait for one. */
export function createGate(
  config: GateConfig | undefined,
): ((scores: ScoresFile, comparison?: Comparison) => GateReport | undefined) | undefined {
  const rules = rulesFromConfig(config ?? {});
  if (rules.length === 0) return undefined;
  return (scores, comparison) => {
    const judged = comparison === undefined ? rules.filter((rule) => !needsBaseline([rule])) : rules;
    if (judged.length === 0) return undefined;
    const noise = comparison === undefined && config?.noise === 'significance' ? 'value' : config?.noise;
    return evaluateGate(scores, judged, {
      minCoverage: config?.minCoverage,
      noise,
      allowLexical: config?.allowLexical,
      baseline: comparison,
    });
  };
}
