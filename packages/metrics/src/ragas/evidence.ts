import type { IndexedFlag } from './steps/classify.ts';
import type { Verdict } from './steps/verify.ts';

/** The statements that were verified. */
export interface StatementsEvidence {
  readonly statements: readonly string[];
  /** True when the decomposition was empty and the whole text stands as one statement. */
  readonly whole_text: boolean;
}

/** Statements of the answer and what the contexts say of each; `noncommittal` 1 = the answer commits to nothing. */
export interface FaithfulnessEvidence extends StatementsEvidence {
  readonly noncommittal: 0 | 1;
  readonly verdicts: readonly Verdict[];
}

/** Statements of the reference and what the contexts say of each. */
export interface ContextRecallEvidence extends StatementsEvidence {
  readonly verdicts: readonly Verdict[];
}

/** Questions generated from the answer with their cosine to the real one, in [-1, 1]. */
export interface AnswerRelevancyEvidence {
  readonly questions: readonly { readonly question: string; readonly noncommittal: 0 | 1; readonly cosine: number }[];
  /** Generated questions that were blank and dropped. */
  readonly dropped: number;
  /** Length of the embedding vectors. */
  readonly dim: number;
}

/** Statements of both sides, how they were classified, and the parts of the score. */
export interface AnswerCorrectnessEvidence {
  readonly answer_statements: readonly string[];
  readonly reference_statements: readonly string[];
  readonly answer: readonly IndexedFlag[];
  readonly reference: readonly IndexedFlag[];
  readonly tp: number;
  readonly fp: number;
  readonly fn: number;
  readonly f: number;
  /** Cosine of answer and reference, unclamped; null where its weight is 0. */
  readonly similarity: number | null;
}

/** Which contexts help to arrive at the reference. */
export interface ContextPrecisionEvidence {
  /** One verdict a context, in the order of the ranking. */
  readonly useful: readonly { readonly i: number; readonly why: string; readonly useful: 0 | 1 }[];
}

/**
 * What stands behind a RAGAS score, for reviewers. A judge's reasons are the `why` of `verdicts` with ok = 0 and of
 * `useful` with useful = 0.
 */
export type RagasEvidence =
  | FaithfulnessEvidence
  | ContextRecallEvidence
  | AnswerRelevancyEvidence
  | AnswerCorrectnessEvidence
  | ContextPrecisionEvidence;
