import type { PreparedSample } from './prepared-sample.ts';
import { keepFirst, rankReferences } from './ranking.ts';

/** What the policies changed on one sample; summed over a run they stand beside the policies in `meta`. */
export interface PolicyEffects {
  /** The rank of a reference document differs between the two dedupe conventions. */
  readonly dedupe_changed: boolean;
  /** The first-token time was taken from the latency. */
  readonly ttft_replaced: boolean;
  /** Retrieved ids that were null or blank and were dropped. */
  readonly dropped_ids: number;
}

function countRetrieved({ record }: PreparedSample): number {
  const ranking = record.response?.metadata['ranking'];
  return Array.isArray(ranking) ? ranking.length : (record.response?.results.length ?? 0);
}

/** Observes on a prepared sample where dedupe, the TTFT fallback and the cleaning of ids mattered. */
export function findPolicyEffects(sample: PreparedSample): PolicyEffects {
  const { record, rawRanking, reference, policies } = sample;
  const distinct = keepFirst(rawRanking);
  const byCut = distinct === rawRanking ? [] : rankReferences(rawRanking, reference);
  const byFirst = distinct === rawRanking ? [] : rankReferences(distinct, reference);
  return {
    dedupe_changed: byCut.some((rank, index) => rank !== byFirst[index]),
    ttft_replaced:
      policies.ttft_fallback === 'latency' &&
      record.final_status === 'success' &&
      record.first_token_ms === null &&
      record.latency_ms !== null,
    dropped_ids: countRetrieved(sample) - rawRanking.length,
  };
}
