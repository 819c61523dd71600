import type {
  Comparison,
  EvaluationReport,
  EvidenceIndex,
  FailureRecord,
  GateReport,
  RunRecordIndex,
  ScoresFile,
  SheetState,
  TrendPoint,
} from '@reportcard/report-schema';

/** Everything a renderer may draw on. Only `scores`, `scores_sha256` and `failures` are always there. */
export interface RenderInput {
  readonly scores: ScoresFile;
  /** SHA-256 of the bytes of `_scores.json`, 64 lower-case hex digits; every artefact carries it. */
  readonly scores_sha256: string;
  /** The failed samples in data-set order: the lines of `failures.jsonl`. */
  readonly failures: readonly FailureRecord[];
  /** The recorded answers; absent when only a `_scores.json` is at hand: text columns are then empty. */
  readonly records?: RunRecordIndex | undefined;
  readonly evidence?: EvidenceIndex | undefined;
  /** Verdict over the configured rules; absent without rules. */
  readonly gate?: GateReport | undefined;
  /** This run (B) against a baseline (A); absent without a baseline. */
  readonly comparison?: Comparison | undefined;
  /** Earlier runs and this one, oldest first. */
  readonly history?: readonly TrendPoint[] | undefined;
  /** The score sheet as a person left it. */
  readonly sheet?: SheetState | undefined;
  readonly report?: EvaluationReport | undefined;
}
