import { readFlag, readIndexed, readObject, readText } from './check-answer.ts';
import {
  arrayOf,
  FLAG_SCHEMA,
  INDEX_SCHEMA,
  type JudgeStep,
  numberTexts,
  STAND_IN_WHY,
  strictObject,
  TEXT_SCHEMA,
} from './judge-step.ts';

/** A context to judge. */
export interface UsefulInput {
  readonly question: string;
  readonly context: string;
  readonly reference: string;
}

/** Whether a context helps to arrive at the reference. */
export interface Usefulness {
  readonly why: string;
  readonly useful: 0 | 1;
}

function readUsefulness(object: Record<string, unknown>): Usefulness {
  return { why: readText(object, 'why', true), useful: readFlag(object, 'useful') };
}

/** U: judges one context. */
export const useful: JudgeStep<UsefulInput, Usefulness> = {
  step: 'useful',
  prompt: 'useful',
  schema: strictObject({ why: TEXT_SCHEMA, useful: FLAG_SCHEMA }),
  toMaterial: ({ question, context, reference }) => ({ question, context, reference }),
  check: (value) => readUsefulness(readObject(value, 'the answer')),
  standIn: () => ({ why: STAND_IN_WHY, useful: 1 }),
};

/** All contexts of a sample, in rank order. */
export interface UsefulBatchInput {
  readonly question: string;
  readonly contexts: readonly string[];
  readonly reference: string;
}

/** U for all contexts in one call; positions influence each other, so its scores are another prompt's. */
export const usefulBatch: JudgeStep<UsefulBatchInput, readonly Usefulness[]> = {
  step: 'useful',
  prompt: 'useful_batch',
  schema: strictObject({ contexts: arrayOf(strictObject({ i: INDEX_SCHEMA, why: TEXT_SCHEMA, useful: FLAG_SCHEMA })) }),
  toMaterial: ({ question, contexts, reference }) => ({ question, reference, contexts: numberTexts(contexts) }),
  check: (value, { contexts }) =>
    readIndexed(readObject(value, 'the answer'), 'contexts', contexts.length, readUsefulness),
  standIn: ({ contexts }) => contexts.map(() => ({ why: STAND_IN_WHY, useful: 1 })),
};
