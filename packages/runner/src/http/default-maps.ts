import type { ResponseMap } from '@reportcard/report-schema';

/** What is looked for where the configuration has no `map`. */
export const WHOLE_MAP: ResponseMap = { answer: 'answer', results: 'results', intent: 'intent', status: 'status' };
export const STREAM_MAP: ResponseMap = { ...WHOLE_MAP, answer: 'delta || answer' };
export const TEXT_MAP: ResponseMap = { answer: '@' };
export const OPENAI_MAP: ResponseMap = {
  answer: 'choices[0].delta.content',
  thinking: 'choices[0].delta.reasoning_content || choices[0].delta.reasoning',
  status: 'choices[0].finish_reason',
  message: 'error.message || error',
};
export const OPENAI_WHOLE_MAP: ResponseMap = {
  answer: 'choices[0].message.content',
  status: 'choices[0].finish_reason',
  message: 'error.message || error',
};
