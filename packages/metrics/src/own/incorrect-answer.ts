import type { ScoreCell } from '@reportcard/report-schema';
import { defineMetric, type MetricDefinition } from '../metric-definition.ts';
import { outsideSuccess } from '../population.ts';
import { isRecorded, type PreparedSample } from '../prepared-sample.ts';
import { createFlag, createNotApplicable, NO_JUDGE_CELL, NOT_RECORDED_CELL } from '../score-cell.ts';

/** Below this answer_correctness an answer counts as incorrect. */
const CORRECT_FROM = 0.5;

function score(sample: PreparedSample): ScoreCell {
  const { record, answer, answered } = sample;
  if (record.should_refuse === true) return createNotApplicable('should_refuse');
  if (record.requires_rag === false) return createNotApplicable('rag_not_required');
  const outside = outsideSuccess(record);
  if (outside !== null) return outside;
  if (!isRecorded(sample, 'answer')) return NOT_RECORDED_CELL;
  if (!answered) return createNotApplicable(answer === '' ? 'empty_response' : 'refused');
  return NO_JUDGE_CELL;
}

function derive(current: ScoreCell, cell: (metric: string) => ScoreCell | undefined): ScoreCell {
  const correctness = cell('answer_correctness');
  if (current.status === 'not_applicable' || correctness === undefined) return current;
  if (correctness.value !== null) return createFlag(correctness.value < CORRECT_FROM);
  const { status, code } = correctness;
  return { value: null, status, ...(code === undefined ? {} : { code }) };
}

/** `incorrect_answer_rate`: an answerable question was answered, with answer_correctness below 0.5. */
export const incorrectAnswerRate: MetricDefinition = defineMetric({
  id: 'incorrect_answer_rate',
  label: 'Incorrect answer rate',
  description:
    'Share of answered answerable questions whose answer_correctness is below 0.5. Derived: unscored wherever answer_correctness is, and recomputed when a human replaces it.',
  higher_is_better: false,
  score,
  derive,
});
