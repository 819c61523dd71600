import type { ScoreCell } from '@reportcard/report-schema';
import { defineMetric, type MetricDefinition } from '../metric-definition.ts';
import { readContexts } from '../ragas/ragas-inputs.ts';
import { type RagasMetric, ragasState } from '../ragas/ragas-state.ts';
import { createValue } from '../score-cell.ts';
import {
  computeContextPrecision,
  computeMeanSupport,
  computeTextSimilarity,
  createPremise,
} from './lexical-measures.ts';

interface Texts {
  readonly response: string;
  readonly reference: string;
  readonly contexts: readonly string[];
}

interface LexicalInit {
  /** The judged metric whose population and rules apply. */
  readonly like: RagasMetric;
  readonly label: string;
  readonly description: string;
  /** null: there is nothing to compare. */
  readonly compute: (texts: Texts) => number | null;
  /** Code of the undefined score when nothing can be compared. */
  readonly empty: string;
}

function defineLexical({ like, label, description, compute, empty }: LexicalInit): MetricDefinition {
  return defineMetric({
    id: `lex_${like}`,
    label,
    description: `${description} Word overlap, no judge: fit for smoke tests and for the direction between runs, not for thresholds.`,
    group: 'lexical',
    score: ({ record, policies }): ScoreCell => {
      const state = ragasState(record, like, policies, { judge: true });
      if (state !== null) return state;
      const texts = {
        response: record.response?.answer ?? '',
        reference: record.reference ?? '',
        contexts: readContexts(record) ?? [],
      };
      const value = compute(texts);
      return value === null ? { value: null, status: 'undefined', code: empty } : createValue(value);
    },
  });
}

/**
 * The lexical stand-ins of four RAGAS metrics (METRICS §7.3), pure and deterministic, with ids of their own: their values
 * must never be read as the judged ones. There is no lexical answer_relevancy: it would point the wrong way.
 */
export const LEXICAL_METRICS: readonly MetricDefinition[] = [
  defineLexical({
    like: 'faithfulness',
    label: 'Lexical faithfulness',
    description:
      'Mean share of the units of each answer sentence that the contexts contain; a number they lack makes a sentence 0.',
    compute: ({ response, contexts }) => computeMeanSupport(response, createPremise(contexts)),
    empty: 'no_statements',
  }),
  defineLexical({
    like: 'answer_correctness',
    label: 'Lexical answer correctness',
    description: '0.75 · F1 of the units of answer and reference + 0.25 · cosine of their counts.',
    compute: ({ response, reference }) => computeTextSimilarity(response, reference),
    empty: 'no_statements',
  }),
  defineLexical({
    like: 'context_precision',
    label: 'Lexical context precision',
    description:
      'Average precision of the contexts, useful meaning that a context covers at least 0.4 of the reference.',
    compute: ({ contexts, reference }) => computeContextPrecision(contexts, reference),
    empty: 'reference_no_statements',
  }),
  defineLexical({
    like: 'context_recall',
    label: 'Lexical context recall',
    description:
      'Mean share of the units of each reference sentence that the contexts contain; a number they lack makes a sentence 0.',
    compute: ({ reference, contexts }) => computeMeanSupport(reference, createPremise(contexts)),
    empty: 'reference_no_statements',
  }),
];
