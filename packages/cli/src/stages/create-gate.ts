import type { GateConfig, GateReport, ScoresFile } from '@reportcard/report-schema';
export function createGate(
  _config: GateConfig | undefined,
): ((scores: ScoresFile) => GateReport | undefined) | undefined {
  return undefined;
}
