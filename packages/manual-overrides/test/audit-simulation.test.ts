import { describe, expect, it } from 'vitest';
import { type ErrorOf, type SimulationResult, simulateAudit } from './audit-simulation.ts';

/** `REPORTCARD_SIMULATED_RUNS=600` prints the figures of docs/manual-review.md. */
const configured = process.env['REPORTCARD_SIMULATED_RUNS'];
const RUNS = Number(configured ?? 40);
const BIASES = configured === undefined ? [-0.05, 0.1] : [-0.1, -0.05, 0.05, 0.1];

function print(bias: number, result: SimulationResult): void {
  if (configured === undefined) return;
  const show = ({ bias: mean, rmse }: ErrorOf): string => `${mean.toFixed(4)} (rmse ${rmse.toFixed(4)})`;
  const { judge, lowest, audit, coverage } = result;
  process.stdout.write(
    `bias ${bias}: judge ${show(judge)}, lowest ${show(lowest)}, audit ${show(audit)}, coverage ${coverage.toFixed(3)}\n`,
  );
}

describe('the corrected overall in simulated runs', { timeout: 1_800_000 }, () => {
  it.each(BIASES)('is unbiased for a judge that is off by %d, where correcting the lowest is not', (bias) => {
    const result = simulateAudit(RUNS, bias);
    print(bias, result);
    const standardError = result.audit.rmse / Math.sqrt(RUNS);
    expect(Math.abs(result.audit.bias)).toBeLessThan(3 * standardError);
    expect(Math.abs(result.lowest.bias)).toBeGreaterThan(Math.abs(result.judge.bias) / 2);
    expect(Math.abs(result.lowest.bias)).toBeGreaterThan(6 * Math.abs(result.audit.bias));
    expect(result.coverage).toBeGreaterThan(0.85);
  });
});
