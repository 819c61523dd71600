import { defineMetric, type MetricDefinition } from '../metric-definition.ts';
import { outsideRequired, outsideSuccess } from '../population.ts';
import { isRecorded } from '../prepared-sample.ts';
import { createFlag, createNotApplicable, NOT_RECORDED_CELL } from '../score-cell.ts';

/** `wrong_answer_rate`: a question that had to be refused was answered. */
export const wrongAnswerRate: MetricDefinition = defineMetric({
  id: 'wrong_answer_rate',
  label: 'Wrong answer rate',
  description:
    'Share of questions labelled should_refuse that were answered all the same. Not applicable (never 0) where no question carries the label; failed requests are outside.',
  higher_is_better: false,
  score: (sample) => {
    const { record, failed, answered } = sample;
    if (record.should_refuse !== true) return createNotApplicable('no_label');
    if (failed) return createNotApplicable('request_failed');
    return isRecorded(sample, 'answer') ? createFlag(answered) : NOT_RECORDED_CELL;
  },
});

/** `over_retrieval_rate`: something was retrieved for a question that needs no retrieval. */
export const overRetrievalRate: MetricDefinition = defineMetric({
  id: 'over_retrieval_rate',
  label: 'Over-retrieval rate',
  description:
    'Share of questions with requires_rag = false for which documents were retrieved. Failed requests are outside.',
  higher_is_better: false,
  score: ({ record, failed, ranking, hasRanking }) => {
    if (record.requires_rag !== false) return createNotApplicable('no_label');
    if (failed) return createNotApplicable('request_failed');
    return hasRanking ? createFlag(ranking.length > 0) : NOT_RECORDED_CELL;
  },
});

/** `fallback_rate`: the answer contains a fallback phrase. */
export const fallbackRate: MetricDefinition = defineMetric({
  id: 'fallback_rate',
  label: 'Fallback rate',
  description:
    'Share of answerable questions that require retrieval and got a fallback phrase as answer. Failed requests are outside.',
  higher_is_better: false,
  score: (sample) => {
    const { record, failed, fallback } = sample;
    const outside = outsideRequired(record);
    if (outside !== null) return outside;
    if (failed) return createNotApplicable('request_failed');
    return isRecorded(sample, 'answer') ? createFlag(fallback) : NOT_RECORDED_CELL;
  },
});

/** `empty_response_rate`: a successful request brought a blank answer. */
export const emptyResponseRate: MetricDefinition = defineMetric({
  id: 'empty_response_rate',
  label: 'Empty response rate',
  description: 'Share of successful requests whose answer is blank.',
  higher_is_better: false,
  score: (sample) => {
    const { record, answer } = sample;
    const outside = outsideSuccess(record);
    if (outside !== null) return outside;
    return isRecorded(sample, 'answer') ? createFlag(answer === '') : NOT_RECORDED_CELL;
  },
});

/** `request_failure_rate`: the request ended with error, timeout or cancellation. */
export const requestFailureRate: MetricDefinition = defineMetric({
  id: 'request_failure_rate',
  label: 'Request failure rate',
  description: 'Share of all samples whose request ended neither with success nor with a refusal.',
  higher_is_better: false,
  score: ({ failed }) => createFlag(failed),
});
