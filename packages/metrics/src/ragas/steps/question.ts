import { readFlag, readObject, readText } from './check-answer.ts';
import { FLAG_SCHEMA, type JudgeStep, strictObject, TEXT_SCHEMA } from './judge-step.ts';

/** An answer to guess the question of. */
export interface QuestionInput {
  readonly response: string;
  /** The real question; only its length matters, for stand-in answers. The judge does not see it. */
  readonly asked: string;
}

/** A question generated from an answer. It may be blank. */
export interface GeneratedQuestion {
  readonly question: string;
  readonly noncommittal: 0 | 1;
}

/** Q: the question that an answer seems to answer; asked several times, hence the temperature. */
export const question: JudgeStep<QuestionInput, GeneratedQuestion> = {
  step: 'question',
  prompt: 'question',
  schema: strictObject({ question: TEXT_SCHEMA, noncommittal: FLAG_SCHEMA }),
  temperature: 0.3,
  toMaterial: ({ response }) => ({ response }),
  check: (value) => {
    const object = readObject(value, 'the answer');
    return { question: readText(object, 'question').trim(), noncommittal: readFlag(object, 'noncommittal') };
  },
  standIn: ({ asked }) => ({ question: `${asked} ${asked}`, noncommittal: 0 }),
};
