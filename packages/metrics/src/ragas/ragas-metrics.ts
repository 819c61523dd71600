import { defineMetric, type MetricDefinition } from '../metric-definition.ts';
import { type RagasMetric, ragasState } from './ragas-state.ts';

function defineRagas(id: RagasMetric, label: string, description: string): MetricDefinition {
  return defineMetric({
    id,
    label,
    description,
    group: 'ragas',
    human_scorable: true,
    score: ({ record, policies }) =>
      ragasState(record, id, policies, { judge: false }) ?? { value: null, status: 'skipped', code: 'no_judge' },
  });
}

/**
 * The five RAGAS metrics in report order. Their `score` gives the cell without a judge (population, missing input, else
 * `skipped/no_judge`); `scoreRagas` asks one.
 */
export const RAGAS_METRICS: readonly MetricDefinition[] = [
  defineRagas(
    'faithfulness',
    'Faithfulness',
    'Share of the statements of the answer that can be inferred from the retrieved contexts. Over questions that require retrieval; undefined for an answer without statements.',
  ),
  defineRagas(
    'answer_relevancy',
    'Answer relevancy',
    'Mean cosine between the question and three questions generated from the answer; 0 for a noncommittal answer. Its level depends on the embedding model.',
  ),
  defineRagas(
    'answer_correctness',
    'Answer correctness',
    'Weighted mean of the F1 of answer against reference statements (0.75) and their embedding similarity (0.25).',
  ),
  defineRagas(
    'context_precision',
    'Context precision',
    'Average precision of the ranked contexts, useful meaning helpful to arrive at the reference.',
  ),
  defineRagas(
    'context_recall',
    'Context recall',
    'Share of the statements of the reference that can be inferred from the retrieved contexts.',
  ),
];
