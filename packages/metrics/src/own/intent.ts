import { defineMetric, type MetricDefinition } from '../metric-definition.ts';
import { isRecorded } from '../prepared-sample.ts';
import { createFlag, createNotApplicable, NOT_RECORDED_CELL } from '../score-cell.ts';

/** `intent_top1`: the predicted second-level intent is the labelled one. */
export const intentTop1: MetricDefinition = defineMetric({
  id: 'intent_top1',
  label: 'Intent top-1',
  description:
    'Share of questions whose predicted intent equals intent_l2. Outside: questions without label. A prediction of null counts as wrong, a failed request by what was recorded.',
  score: (sample) => {
    const { record } = sample;
    const expected = record.intent_l2?.trim() ?? '';
    if (expected === '') return createNotApplicable('no_label');
    if (!isRecorded(sample, 'intent')) return NOT_RECORDED_CELL;
    return createFlag(record.predicted_intent?.trim() === expected);
  },
});
