import type { EvidenceRecord, RunRecord, ScoresFile, SheetState } from '@reportcard/report-schema';

/** A report as it stands on disk, ready to be reviewed. */
export interface ReviewSource {
  readonly scores: ScoresFile;
  /** SHA-256 of the `_scores.json`; null where it is not known. */
  readonly scoresSha256: string | null;
  readonly sheet: SheetState;
  /** Version of the sheet's file; null while there is no file yet. Changes whenever the file changes. */
  readonly version: string | null;
}

/** The new version of the file, or that somebody else changed it since `version`: then nothing was written. */
export type PutOutcome = { readonly version: string } | { readonly conflict: true };

/** Where the page gets a report from and writes its sheet to. */
export interface ReviewPort {
  /** Reads scores and sheet anew. Throws a `ReportcardError` when either cannot be read. */
  load(): Promise<ReviewSource>;
  /** Writes the sheet whole or not at all, and only while the file still has this version. */
  save(sheet: SheetState, version: string | null): Promise<PutOutcome>;
  /** The version of the file as it is now; null while there is none. Asked every few seconds: cheap. */
  version(): Promise<string | null>;
  /** What was recorded about a sample, and what the judge said of it. */
  material(sampleId: string): Promise<ReviewMaterial>;
}

/** What is known of a sample besides its scores. */
export interface ReviewMaterial {
  /** Undefined where the run file is not at hand. */
  readonly record: RunRecord | undefined;
  readonly evidence: readonly EvidenceRecord[];
}

/** How things are called and printed for readers; the page has no catalogue of metrics of its own. */
export interface ReviewNames {
  /** Name of a metric; `stored` is the label its definition carries. */
  metric(id: string, stored: string): string;
  /** What a metric says, in one line; empty where that is not known. */
  explanation(id: string): string;
  /** Name of a failure reason, which may end in a value in brackets. */
  reason(reason: string): string;
  /** Why a score is missing. */
  unscored(status: string, code: string | null): string;
  /** How a request ended. */
  finalStatus(status: string): string;
  /** A value of a metric as text, such as `62.5%` or `8,500 ms`. */
  value(metric: string, unit: string, value: number): string;
}

/** Names as they stand in the files, for use without a catalogue. */
export const PLAIN_NAMES: ReviewNames = {
  metric: (id, stored) => (stored === '' ? id : stored),
  explanation: () => '',
  reason: (reason) => reason,
  unscored: (status, code) => (code === null ? status : `${status}: ${code}`),
  finalStatus: (status) => status,
  value: (_metric, unit, value) => (unit === 'ms' ? `${value.toFixed(0)} ms` : String(Number(value.toFixed(3)))),
};
