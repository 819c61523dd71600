import type { MetricRow } from '@reportcard/renderer-kit';
import { type DeckModel, metricOf } from './deck-model.ts';

/** Key figures in order of preference: retrieval, ranking, answers, harm, speed; then what can stand in for them. */
const PREFERRED = [
  'hit@5',
  'mrr@10',
  'faithfulness',
  'answer_correctness',
  'wrong_answer_rate',
  'ttft_p50_ms',
  'recall@5',
  'false_refusal_rate',
  'intent_top1',
  'answer_relevancy',
  'context_recall',
  'latency_p50_ms',
  'request_failure_rate',
];

const MOST = 6;

/** Up to six metrics with a value for the first page of numbers, in report order of preference. */
export function pickKeyFigures(model: DeckModel): readonly MetricRow[] {
  const ids = [...PREFERRED, ...model.report.metrics.map((row) => row.id)];
  const rows = [...new Set(ids)].flatMap((id) => metricOf(model, id) ?? []);
  const chosen = rows.filter((row) => row.value !== null && row.info.group !== 'lexical').slice(0, MOST);
  return chosen.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}
