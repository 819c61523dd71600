import type { ScoreCell } from '@reportcard/report-schema';
import { defineMetric, type MetricDefinition } from '../metric-definition.ts';
import type { FalseRefusalSignal } from '../metric-policies.ts';
import { outsideRequired } from '../population.ts';
import { isRecorded, type PreparedSample } from '../prepared-sample.ts';
import { createFlag, createNotApplicable, NOT_RECORDED_CELL } from '../score-cell.ts';

function retrievedNothing(sample: PreparedSample): boolean | null {
  return sample.hasRanking ? sample.ranking.length === 0 : null;
}

function gaveNoAnswer(sample: PreparedSample): boolean | null {
  return isRecorded(sample, 'answer') ? !sample.answered : null;
}

function saysRefused(sample: PreparedSample): boolean {
  return sample.record.final_status === 'refused';
}

/** What each signal observes: true or false, null where the record has no data for it. */
const OBSERVATIONS: Readonly<Record<FalseRefusalSignal, (sample: PreparedSample) => boolean | null>> = {
  retrieval_empty: retrievedNothing,
  status: saysRefused,
  answer: gaveNoAnswer,
  any: (sample) => {
    const seen = [saysRefused(sample), retrievedNothing(sample), gaveNoAnswer(sample)];
    if (seen.includes(true)) return true;
    return seen.includes(null) ? null : false;
  },
};

function score(sample: PreparedSample): ScoreCell {
  const outside = outsideRequired(sample.record);
  if (outside !== null) return outside;
  if (sample.failed && !sample.policies.false_refusal_counts_failed) return createNotApplicable('request_failed');
  const refused = OBSERVATIONS[sample.policies.false_refusal_signal](sample);
  return refused === null ? NOT_RECORDED_CELL : createFlag(refused);
}

/** `false_refusal_rate`: a question that needs retrieval and can be answered was refused. */
export const falseRefusalRate: MetricDefinition = defineMetric({
  id: 'false_refusal_rate',
  label: 'False refusal rate',
  description:
    'Share of answerable questions that require retrieval and were refused; the signal policy says what counts: nothing retrieved (default), the final status, no real answer, or any of them. Failed requests are counted elsewhere.',
  higher_is_better: false,
  score,
});
