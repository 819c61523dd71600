import { cellsFromEvaluations, createEvaluatorInfo } from '@reportcard/metrics';
import {
  createRecord,
  type MetricInfo,
  type RunRecord,
  type ScoreTable,
  type TextRecord,
} from '@reportcard/report-schema';
import { readEvaluationScores } from '@reportcard/runner';

/** Adds the scores that a benchmark's evaluators gave while recording, one column an evaluator, after all other metrics. */
export interface EvaluatorColumns {
  /** Takes the scores of a record over into its row. Text values become labels of the sample. */
  add(record: RunRecord, row: number, table: ScoreTable): void;
  /** What a report says of these metrics, in first-seen order. */
  metrics(table: ScoreTable): TextRecord<MetricInfo>;
}

/** Labels that evaluators gave a record as text, such as a category; they group samples and are not averaged. */
export function evaluatorLabels(record: RunRecord): TextRecord<string> {
  return cellsFromEvaluations(readEvaluationScores(record)).labels;
}

export function createEvaluatorColumns(reserved: ReadonlySet<string>): EvaluatorColumns {
  const names = new Set<string>();
  return {
    add(record, row, table) {
      for (const [name, cell] of Object.entries(cellsFromEvaluations(readEvaluationScores(record)).cells)) {
        if (reserved.has(name)) continue;
        names.add(name);
        table.addMetric(name);
        table.set(row, name, cell);
      }
    },
    metrics: (table) =>
      createRecord(
        [...names].map(
          (name) =>
            [
              name,
              createEvaluatorInfo(
                name,
                table.column(name).values.filter((value) => !Number.isNaN(value)),
              ),
            ] as const,
        ),
      ),
  };
}
