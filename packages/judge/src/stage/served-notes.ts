import type { EvidenceRecord } from '@reportcard/report-schema';
import { checkFamily } from './check-family.ts';
import { readServed, type Served } from './describe-judge.ts';
import type { JudgeFacts } from './judge-facts.ts';

/** What a stage has seen of the models behind its judge and embedder. */
export interface ServedNotes {
  /** Throws a `config` error when the model that answered must not. */
  readonly noteAnswer: (answer: { readonly served_model?: string | undefined }) => void;
  readonly noteEvidence: (evidence: EvidenceRecord) => void;
  readonly served: () => Served;
}

/** Nothing seen yet. */
export function createServedNotes(facts: JudgeFacts, strictFamily: boolean): ServedNotes {
  const models = new Set<string>();
  let dim: number | null = null;
  return {
    noteAnswer: ({ served_model }) => {
      if (served_model === undefined || models.has(served_model)) return;
      models.add(served_model);
      checkFamily(facts, strictFamily, served_model);
    },
    noteEvidence: (evidence) => {
      dim = readServed([evidence], facts).dim ?? dim;
    },
    served: () => ({ models, dim }),
  };
}
