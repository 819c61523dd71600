import { deriveMetrics } from '@reportcard/metrics';
import type { Override, ScoreState, ScoreTable } from '@reportcard/report-schema';

/**
 * Puts the automatic scores back where overrides replaced them, metrics derived from them included. Changes the table
 * and returns it; overrides of samples or metrics the table lacks are passed over.
 */
export function restoreAutomatic(table: ScoreTable, overrides: readonly Override[]): ScoreTable {
  const rows = new Set<number>();
  for (const { sample_id, metric, auto } of overrides) {
    const row = table.row(sample_id);
    if (row === undefined || !table.has(metric)) continue;
    table.set(row, metric, auto);
    rows.add(row);
  }
  for (const row of rows) deriveMetrics(table, row);
  return table;
}

/** A human score on its way into the table. */
export interface AppliedScore {
  readonly row: number;
  readonly metric: string;
  readonly value: number;
}

/**
 * Puts human scores into a table of automatic ones and recomputes the metrics derived from them; a derived metric that has
 * a human score itself keeps that. Changes the table. Returns, in the order given, the automatic state each score replaced.
 */
export function setManual(table: ScoreTable, scores: readonly AppliedScore[]): ScoreState[] {
  const put = ({ row, metric, value }: AppliedScore): void => {
    table.set(row, metric, { ...table.get(row, metric), value, status: 'ok', code: undefined, manual: true });
  };
  const states = scores.map(({ row, metric }) => stateOf(table, row, metric));
  for (const score of scores) put(score);
  for (const row of new Set(scores.map((score) => score.row))) deriveMetrics(table, row);
  for (const [index, score] of scores.entries()) {
    const cell = table.get(score.row, score.metric);
    if (cell.manual === true && cell.value === score.value) continue;
    states[index] = stateOf(table, score.row, score.metric);
    put(score);
  }
  return states;
}

function stateOf(table: ScoreTable, row: number, metric: string): ScoreState {
  const { value, status, code } = table.get(row, metric);
  return code === undefined ? { value, status } : { value, status, code };
}
