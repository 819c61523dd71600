import { defineMetric } from '@reportcard/metrics';

/** 1 when an answer keeps to the limit a chat window has; over answered questions alone. */
export const answerFits = defineMetric({
  id: 'answer_fits@280',
  label: 'Answer fits',
  description: '1 when the answer has at most 280 characters. Over requests that gave an answer.',
  score({ record }) {
    const answer = record.response?.answer ?? null;
    if (answer === null || answer.trim() === '') return { value: null, status: 'not_applicable', code: 'no_answer' };
    return { value: [...answer].length <= 280 ? 1 : 0, status: 'ok' };
  },
});
