import { readFlag, readIndexed, readObject } from './check-answer.ts';
import { arrayOf, FLAG_SCHEMA, INDEX_SCHEMA, type JudgeStep, numberTexts, strictObject } from './judge-step.ts';

/** Statements of answer and reference to compare. */
export interface ClassifyInput {
  readonly question: string;
  readonly answer: readonly string[];
  readonly reference: readonly string[];
}

/** A verdict of 0 or 1 on the statement with number `i`. */
export interface IndexedFlag {
  readonly i: number;
  readonly ok: 0 | 1;
}

/** One verdict a statement, sorted by number. */
export interface Classification {
  /** `ok` 1 = a reference statement supports the answer statement. */
  readonly answer: readonly IndexedFlag[];
  /** `ok` 1 = the reference statement is present in the answer. */
  readonly reference: readonly IndexedFlag[];
}

const LIST = arrayOf(strictObject({ i: INDEX_SCHEMA, ok: FLAG_SCHEMA }));

function readFlags(object: Record<string, unknown>, key: 'answer' | 'reference', n: number): IndexedFlag[] {
  return readIndexed(object, key, n, (item, i) => ({ i, ok: readFlag(item, 'ok') }));
}

function flagAll(texts: readonly string[]): IndexedFlag[] {
  return texts.map((_, i) => ({ i, ok: 1 }));
}

/** C: which statements of answer and reference have a counterpart on the other side. */
export const classify: JudgeStep<ClassifyInput, Classification> = {
  step: 'classify',
  prompt: 'classify',
  schema: strictObject({ answer: LIST, reference: LIST }),
  toMaterial: (input) => ({
    question: input.question,
    answer: numberTexts(input.answer),
    reference: numberTexts(input.reference),
  }),
  check: (value, input) => {
    const object = readObject(value, 'the answer');
    return {
      answer: readFlags(object, 'answer', input.answer.length),
      reference: readFlags(object, 'reference', input.reference.length),
    };
  },
  standIn: (input) => ({ answer: flagAll(input.answer), reference: flagAll(input.reference) }),
};
