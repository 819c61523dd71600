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

/** Statements and the only source they may be checked against; a blank premise supports nothing. */
export interface VerifyInput {
  readonly premise: string;
  readonly statements: readonly string[];
}

/** What the judge says of one statement; `ok` 1 = the premise supports it. */
export interface Verdict {
  readonly i: number;
  readonly why: string;
  readonly ok: 0 | 1;
}

/** V: which statements follow from the premise. */
export const verify: JudgeStep<VerifyInput, readonly Verdict[]> = {
  step: 'verify',
  prompt: 'verify',
  schema: strictObject({ verdicts: arrayOf(strictObject({ i: INDEX_SCHEMA, why: TEXT_SCHEMA, ok: FLAG_SCHEMA })) }),
  toMaterial: ({ premise, statements }) => ({ premise, statements: numberTexts(statements) }),
  check: (value, { statements }) =>
    readIndexed(readObject(value, 'the answer'), 'verdicts', statements.length, (item, i) => ({
      i,
      why: readText(item, 'why', true),
      ok: readFlag(item, 'ok'),
    })),
  standIn: ({ statements }) => statements.map((_, i) => ({ i, why: STAND_IN_WHY, ok: 1 })),
};
