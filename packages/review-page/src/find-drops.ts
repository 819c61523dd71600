import { getOwn, type SampleScores, type ScoresFile } from '@reportcard/report-schema';
import type { ReviewDrop } from './review-index.ts';
import type { ReviewNames } from './review-port.ts';

function pairKey(sample: SampleScores): string {
  return JSON.stringify([sample.query_id, sample.query_mode, sample.unit_id, sample.pass]);
}

const SMALLEST = 1e-9;

/**
 * By sample id, the metric of a sample that lost most against the baseline. Samples pair by their fields, and only where
 * the question is the same. Only ratios are compared; a metric a human may score goes before any other.
 */
export function findDrops(
  scores: ScoresFile,
  baseline: ScoresFile,
  scorable: readonly string[],
  names: ReviewNames,
): ReadonlyMap<string, ReviewDrop> {
  const before = new Map(Object.values(baseline.per_sample).map((sample) => [pairKey(sample), sample]));
  const ratios = Object.entries(scores.metrics).filter(([, info]) => info.unit === 'ratio');
  const drops = new Map<string, ReviewDrop>();
  for (const [id, sample] of Object.entries(scores.per_sample)) {
    const pair = before.get(pairKey(sample));
    if (pair === undefined || pair.case_sha256 !== sample.case_sha256) continue;
    let worst: { readonly drop: ReviewDrop; readonly scorable: boolean } | undefined;
    for (const [metric, info] of ratios) {
      const [old, now] = [getOwn(pair.scores, metric) ?? null, getOwn(sample.scores, metric) ?? null];
      if (old === null || now === null) continue;
      const amount = info.higher_is_better ? old - now : now - old;
      const isScorable = scorable.includes(metric);
      const rank = Number(isScorable) - Number(worst?.scorable ?? false);
      if (amount <= SMALLEST || rank < 0 || (rank === 0 && amount <= (worst?.drop.amount ?? 0))) continue;
      const label = names.metric(metric, info.label);
      const [was, is] = [old, now].map((value) => names.value(metric, info.unit, value));
      worst = { scorable: isScorable, drop: { metric, label, amount, before: was ?? '', after: is ?? '' } };
    }
    if (worst !== undefined) drops.set(id, worst.drop);
  }
  return drops;
}
