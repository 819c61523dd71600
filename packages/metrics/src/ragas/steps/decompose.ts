import { readArray, readFlag, readObject } from './check-answer.ts';
import { arrayOf, FLAG_SCHEMA, type JudgeStep, strictObject, TEXT_SCHEMA } from './judge-step.ts';

/** A text to split and the question it belongs to. */
export interface DecomposeInput {
  readonly question: string;
  readonly text: string;
}

/** The statements of a text; `noncommittal` 1 = it refuses, evades or does not know. */
export interface Decomposition {
  /** Self-contained facts of the text; blank ones are dropped. */
  readonly statements: readonly string[];
  readonly noncommittal: 0 | 1;
}

const CLAUSE_END = /[。！？!?；;，,\n]|\.\s/;
/** Characters of the question that a statement may repeat as its subject. */
const SUBJECT_LENGTH = 16;

function check(value: unknown): Decomposition {
  const object = readObject(value, 'the answer');
  const statements = readArray(object, 'statements').map((item) => {
    if (typeof item !== 'string') throw new Error('each item of "statements" must be a string');
    return item.trim();
  });
  return { statements: statements.filter((text) => text !== ''), noncommittal: readFlag(object, 'noncommittal') };
}

function standIn({ question, text }: DecomposeInput): Decomposition {
  const clauses = text
    .split(CLAUSE_END)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');
  const subject = question.slice(0, SUBJECT_LENGTH);
  return {
    statements: (clauses.length === 0 ? [text] : clauses).map((clause) => `${subject} ${clause}`),
    noncommittal: 0,
  };
}

/** D: splits a text into self-contained statements. */
export const decompose: JudgeStep<DecomposeInput, Decomposition> = {
  step: 'decompose',
  prompt: 'decompose',
  schema: strictObject({ statements: arrayOf(TEXT_SCHEMA), noncommittal: FLAG_SCHEMA }),
  toMaterial: ({ question, text }) => ({ question, text }),
  check,
  standIn,
};
