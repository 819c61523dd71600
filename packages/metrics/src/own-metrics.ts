import type { MetricDefinition } from './metric-definition.ts';
import type { FurtherFamily, MetricPolicies } from './metric-policies.ts';
import {
  emptyResponseRate,
  fallbackRate,
  overRetrievalRate,
  requestFailureRate,
  wrongAnswerRate,
} from './own/answer-behaviour.ts';
import { falseRefusalRate } from './own/false-refusal.ts';
import { createHit, createNiceHit } from './own/hit.ts';
import { incorrectAnswerRate } from './own/incorrect-answer.ts';
import { intentTop1 } from './own/intent.ts';
import { createMrr } from './own/mrr.ts';
import { createInclusiveRecall, createRecall } from './own/recall.ts';
import { LATENCY_METRICS, TTFT_METRICS } from './own/timing.ts';

/** Families that are made only when the policies name them, in report order. */
const FURTHER: Readonly<Record<FurtherFamily, (ks: readonly number[]) => readonly MetricDefinition[]>> = {
  mrr: () => [createMrr()],
  recall_inclusive: (ks) => ks.map(createInclusiveRecall),
  nice_hit: (ks) => ks.map(createNiceHit),
};

/**
 * The own metrics in report order: the 13 of `BASELINE_ORDER` first (with the configured cutoffs), then the further
 * rates and times, then the families that only `policies.further` asks for.
 */
export function createOwnMetrics(
  policies: Pick<MetricPolicies, 'ks' | 'mrr_ks' | 'further'>,
): readonly MetricDefinition[] {
  const families = Object.keys(FURTHER) as FurtherFamily[];
  return [
    intentTop1,
    ...policies.ks.map(createHit),
    ...policies.ks.map(createRecall),
    ...policies.mrr_ks.map((k) => createMrr(k)),
    falseRefusalRate,
    wrongAnswerRate,
    ...TTFT_METRICS.slice(0, 1),
    incorrectAnswerRate,
    overRetrievalRate,
    fallbackRate,
    emptyResponseRate,
    requestFailureRate,
    ...TTFT_METRICS.slice(1),
    ...LATENCY_METRICS,
    ...families.filter((family) => policies.further.includes(family)).flatMap((family) => FURTHER[family](policies.ks)),
  ];
}
