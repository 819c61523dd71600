import type { Override, StaleOverride } from '@reportcard/report-schema';

/** A score a person typed for a sample as it is now. */
export interface ManualScore {
  readonly sampleId: string;
  readonly metric: string;
  readonly value: number;
  readonly reviewer: string | null;
  readonly reason: string | null;
  /** File and cell, such as `per_sample.csv!F12`. */
  readonly source: string;
}

/** What the sheet says of one sample and metric for the comparison of judge and humans. */
export interface AuditCell {
  readonly sampleId: string;
  readonly metric: string;
  /** Probability in (0, 1] with which the audit plan drew it; null where it was not planned. */
  readonly pi: number | null;
  /** The first reviewer's score; null while there is none. */
  readonly human: number | null;
  /** The second reviewer's score; null while there is none. */
  readonly second: number | null;
}

/** A sample and a metric. */
export interface CellKey {
  readonly sampleId: string;
  readonly metric: string;
}

/** Everything a sheet says, checked against the scores it is for; what `applyManualOverrides` puts into effect. */
export interface ManualOverrides {
  /** Scores in effect, confirmations of the automatic value included; in sample order, then metric order. */
  readonly scores: readonly ManualScore[];
  /** Cells that are blank and had an override before. */
  readonly cleared: readonly CellKey[];
  /** Earlier overrides whose row, column or cell is missing from the sheet: they stay. */
  readonly kept: readonly Override[];
  /** Scores that were given for other inputs than the sample's, or for a sample that is gone: not applied. */
  readonly stale: readonly StaleOverride[];
  readonly audit: readonly AuditCell[];
  /** What a user should be told, one sentence each. */
  readonly notes: readonly string[];
}

/** A text that is equal for equal keys. */
export function keyOf(sampleId: string, metric: string): string {
  return JSON.stringify([sampleId, metric]);
}
