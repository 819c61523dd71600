/** What the page shows of one metric. */
export interface ReviewMetric {
  readonly id: string;
  readonly label: string;
  readonly explanation: string;
  readonly unit: 'ratio' | 'ms' | 'count';
  readonly higherIsBetter: boolean;
}

/** One sample and one metric a human may score. */
export interface ReviewCell {
  /** The automatic value, also where a human score replaced it; null where there is none. */
  readonly auto: number | null;
  /** The automatic value as text, or why there is none. */
  readonly autoText: string;
  /** False where the metric does not apply to the sample: then no score is accepted. */
  readonly applicable: boolean;
  /** The manual cell as it stands in the sheet; empty = no score. */
  readonly manual: string;
  /** The manual cell as a number; null where it is empty or cannot be read. */
  readonly value: number | null;
  /** True where the sheet holds something that is no score. */
  readonly unreadable: boolean;
  /** The second reviewer's cell; empty = none. */
  readonly second: string;
  /** Probability in (0, 1] with which the audit drew the sample for this metric; null where it did not. */
  readonly pi: number | null;
}

/** Why a sample is worth a look; what the filters of the page test. */
export const REVIEW_FLAGS = [
  'failed',
  'low',
  'dropped',
  'high_risk',
  'unconfirmed',
  'audit',
  'unscored',
  'scorable',
  'reviewed',
  'stale',
] as const;
/** A mark by which samples can be filtered. */
export type ReviewFlag = (typeof REVIEW_FLAGS)[number];

/** A cause of failure as the page shows it. */
export interface ReviewReason {
  readonly text: string;
  /** True where neither a human score nor an audit stands behind the reason. */
  readonly unconfirmed: boolean;
}

/** How much worse a sample is than in the baseline: by its metric that lost most. */
export interface ReviewDrop {
  readonly metric: string;
  readonly label: string;
  /** Loss in the metric's unit, above 0. */
  readonly amount: number;
  readonly before: string;
  readonly after: string;
}

/** A sample in the list of the page: everything but its texts. */
export interface ReviewSample {
  readonly id: string;
  readonly queryId: string;
  /** Query mode, unit and pass where they vary in the run; else empty. */
  readonly variant: string;
  readonly intentL1: string;
  readonly intentL2: string;
  readonly difficulty: string;
  readonly finalStatus: string;
  /** Beginning of the question, for searching; empty where it is not known. */
  readonly question: string;
  readonly reasons: readonly ReviewReason[];
  /** By metric id, the metrics of {@link ReviewIndex.metrics}. */
  readonly cells: Readonly<Record<string, ReviewCell>>;
  readonly reviewer: string;
  readonly reason: string;
  readonly drop: ReviewDrop | null;
  /** The lowest effective score among the metrics a human may score, turned so that low is bad; null without any. */
  readonly lowest: number | null;
  readonly flags: readonly ReviewFlag[];
}

/** All the page needs to start. */
export interface ReviewIndex {
  readonly runId: string;
  readonly sheetPath: string;
  readonly version: string | null;
  readonly locale: string;
  /** Run the losses are measured against; null without one. */
  readonly baseline: string | null;
  readonly hasHighRiskIntents: boolean;
  /** Metrics a human may score, in report order. */
  readonly metrics: readonly ReviewMetric[];
  /** In the order of the sheet. */
  readonly samples: readonly ReviewSample[];
  /** How many changes can be undone. */
  readonly undo: number;
  /** The command that puts the scores into effect. */
  readonly reportCommand: string;
  readonly messages: Readonly<Record<string, string>>;
}

/** A retrieved passage as the page shows it. */
export interface ContextView {
  readonly rank: number;
  readonly documentId: string;
  readonly text: string | null;
  /** True where the document is one the question should find. */
  readonly expected: boolean;
  /** What the judge said of it for context precision; null where it said nothing. */
  readonly useful: boolean | null;
  readonly why: string;
}

/** A document the question should find. */
export interface ExpectedDocument {
  readonly documentId: string;
  /** Best rank it was found at, from 1; null where it was not found. */
  readonly rank: number | null;
}

/** One statement or verdict of a judge as the page shows it. */
export interface EvidenceItem {
  readonly text: string;
  /** Null where the judge gave no verdict. */
  readonly ok: boolean | null;
  readonly why: string;
}

/** Evidence under one heading. */
export interface EvidenceGroup {
  /** Key of the heading in the messages. */
  readonly title: string;
  readonly items: readonly EvidenceItem[];
}

/** What stands behind an automatic score. */
export interface EvidenceView {
  readonly metric: string;
  /** Key in the messages: judge, rule, lexical, imported, manual. */
  readonly decidedBy: string;
  readonly model: string;
  readonly groups: readonly EvidenceGroup[];
  /** Values of independent repeats as text; empty with fewer than two. */
  readonly repeats: readonly string[];
}

/** An automatic score of a sample as the page shows it. */
export interface AutomaticScore {
  readonly metric: string;
  readonly label: string;
  /** The value, or why there is none. */
  readonly text: string;
  readonly scored: boolean;
  /** True where the value is 0 of a metric that should be high, or 1 of one that should be low. */
  readonly bad: boolean;
}

/** The texts of one sample. Null where something is not known, empty where it is empty. */
export interface SampleMaterial {
  readonly id: string;
  readonly question: string | null;
  readonly answer: string | null;
  readonly reference: string | null;
  readonly error: string | null;
  /** False where the run file is not at hand, so that no text is known. */
  readonly recorded: boolean;
  readonly contexts: readonly ContextView[];
  readonly expected: readonly ExpectedDocument[];
  readonly evidence: readonly EvidenceView[];
  readonly scores: readonly AutomaticScore[];
}

/** One thing a reviewer typed. `metric` is given for a score. */
export interface ReviewEdit {
  readonly sampleId: string;
  readonly field: 'score' | 'reviewer' | 'reason';
  readonly metric?: string | undefined;
  /** As typed; empty clears the cell. */
  readonly text: string;
}

/** Why an edit was refused; without a metric it is about the whole sample. */
export interface EditProblem {
  readonly sampleId: string;
  readonly metric: string | null;
  readonly message: string;
}

/** What became of edits: written, not written because the file changed, or refused as a whole. */
export type SaveReply =
  | {
      readonly kind: 'saved';
      /** Null while there is still no file, because nothing had to be written. */
      readonly version: string | null;
      /** The samples that changed. */
      readonly samples: readonly ReviewSample[];
      readonly undo: number;
    }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'refused'; readonly problems: readonly EditProblem[] };
