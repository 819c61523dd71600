import {
  createRecord,
  type EvaluationScore,
  type MetricInfo,
  type ScoreCell,
  type TextRecord,
} from '@reportcard/report-schema';
import { createFlag, createNotApplicable, createValue, NOT_RECORDED_CELL } from '../score-cell.ts';

/** Evaluator scores as scores of a sample: numbers by metric id, and texts as labels, which are not averaged. */
export interface EvaluationCells {
  readonly cells: TextRecord<ScoreCell>;
  readonly labels: TextRecord<string>;
}

const EVALUATOR_FAILED: ScoreCell = Object.freeze({ value: null, status: 'judge_error' });

/**
 * The cell of one evaluator score: booleans are 1 and 0; `metadata.skipped` is not_applicable whatever the value (others
 * write 0 there), with `metadata.code` or `no_label`; `metadata.error` is a judge_error; a missing or non-finite value is
 * missing_input. null for a text, which is a label.
 */
export function cellFromEvaluation({ value, metadata }: EvaluationScore): ScoreCell | null {
  if (metadata['skipped'] === true) {
    return createNotApplicable(typeof metadata['code'] === 'string' ? metadata['code'] : 'no_label');
  }
  if (typeof value === 'string') return null;
  if (typeof value === 'boolean') return createFlag(value);
  if (value !== null && Number.isFinite(value)) return createValue(value);
  return metadata['error'] === undefined ? NOT_RECORDED_CELL : EVALUATOR_FAILED;
}

/** The cells and labels of all evaluator scores of a sample; of two scores with one name the later one stands. */
export function cellsFromEvaluations(scores: Iterable<EvaluationScore>): EvaluationCells {
  const cells = createRecord<ScoreCell>();
  const labels = createRecord<string>();
  for (const score of scores) {
    const cell = cellFromEvaluation(score);
    if (cell !== null) cells[score.name] = cell;
    else if (typeof score.value === 'string') labels[score.name] = score.value;
  }
  return { cells, labels };
}

const ACRONYMS = /\b(beir|ndcg|map|mrr)\b/g;

/** `beir_ndcg@10` as `BEIR NDCG@10`, `answer_contains` as `Answer contains`. */
function createLabel(name: string): string {
  const words = name.replace(/_/g, ' ').replace(ACRONYMS, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a report says of an evaluator's score: a mean, higher is better; a `ratio` unless a value lies outside [0, 1]. */
export function createEvaluatorInfo(name: string, values: Iterable<number> = []): MetricInfo {
  let unit: MetricInfo['unit'] = 'ratio';
  for (const value of values) if (value < 0 || value > 1) unit = 'count';
  return { label: createLabel(name), group: 'evaluator', unit, higher_is_better: true, aggregate: 'mean' };
}
