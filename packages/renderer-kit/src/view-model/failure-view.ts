import type { Comparison, ScoresHead } from '@reportcard/report-schema';
import { formatShare } from '../format/count.ts';
import { reasonLabelIn } from '../messages/labels.ts';
import type { Messages } from '../messages/messages.ts';

/** How often one cause stands behind a failed sample; a sample may have several. */
export interface ReasonCount {
  readonly id: string;
  readonly label: string;
  readonly n: number;
  /** Share of the failed samples, 0–1. */
  readonly share: number;
}

/** How often exactly these causes stand together. */
export interface CombinationCount {
  readonly reasons: readonly string[];
  readonly labels: readonly string[];
  readonly n: number;
  /** Share of the failed samples, 0–1. */
  readonly share: number;
}

/** Failures of a run as a page shows them. */
export interface FailureView {
  readonly n_failed: number;
  readonly n_total: number;
  /** n_failed / n_total; null without samples. */
  readonly rate: number | null;
  readonly shown_rate: string;
  /** In pipeline order, causes that occurred. */
  readonly reasons: readonly ReasonCount[];
  /** Most frequent first. */
  readonly combinations: readonly CombinationCount[];
  /** Failed samples with more than one cause. */
  readonly n_multi_cause: number;
  /** Failed now and not in the baseline, and the other way round; null without a comparison. */
  readonly n_new: number | null;
  readonly n_fixed: number | null;
}

/** Counts of failures and their causes, as they stand in the scores. */
export function createFailureView(
  scores: ScoresHead,
  comparison: Comparison | undefined,
  messages: Messages,
): FailureView {
  const { n_failed, n_total, by_reason, combinations } = scores.failures;
  const shareOf = (n: number): number => (n_failed === 0 ? 0 : n / n_failed);
  const sorted = combinations
    .map((entry) => ({
      reasons: [...entry.reasons],
      labels: entry.reasons.map((reason) => reasonLabelIn(messages, reason, scores)),
      n: entry.n,
      share: shareOf(entry.n),
    }))
    .sort((a, b) => b.n - a.n);
  return {
    n_failed,
    n_total,
    rate: n_total === 0 ? null : n_failed / n_total,
    shown_rate: formatShare(n_failed, n_total),
    reasons: Object.entries(by_reason)
      .filter(([, n]) => n > 0)
      .map(([id, n]) => ({ id, label: reasonLabelIn(messages, id, scores), n, share: shareOf(n) })),
    combinations: sorted,
    n_multi_cause: sorted.reduce((sum, entry) => sum + (entry.reasons.length > 1 ? entry.n : 0), 0),
    n_new: comparison?.new_failures.length ?? null,
    n_fixed: comparison?.fixed_failures.length ?? null,
  };
}
