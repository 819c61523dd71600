import type { IndexedFlag } from './steps/classify.ts';
import type { Verdict } from './steps/verify.ts';

/**
 * What stands behind a RAGAS score, for reviewers. A judge's reasons are the `why` of `verdicts` with ok = 0 and of
 * `useful` with useful = 0.
 */
export interface StatementsEvidence {
  readonly statements: readonly string[];
  /** True when the decomposition was empty and the whole text stands as one statement. */
  readonly whole_text: boolean;
}

export interface FaithfulnessEvidence extends StatementsEvidence {
  readonly noncommittal: 0 | 1;
  readonly verdicts: readonly Verdict[];
}

export interface ContextRecallEvidence extends StatementsEvidence {
  readonly verdicts: readonly Verdict[];
}

export interface AnswerRelevancyEvidence {
  readonly questions: readonly { readonly question: string; readonly noncommittal: 0 | 1; readonly cosine: number }[];
  /** Generated questions that were blank and dropped. */
  readonly dropped: number;
  /** Length of the embedding vectors. */
  readonly dim: number;
}

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

export interface ContextPrecisionEvidence {
  /** One verdict a context, in the order of the ranking. */
  readonly useful: readonly { readonly i: number; readonly why: string; readonly useful: 0 | 1 }[];
}

export type RagasEvidence =
  | FaithfulnessEvidence
  | ContextRecallEvidence
  | AnswerRelevancyEvidence
  | AnswerCorrectnessEvidence
  | ContextPrecisionEvidence;
