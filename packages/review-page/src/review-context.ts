import { UNCONFIRMED_KAPPA } from '@reportcard/manual-overrides';
import {
  findVaryingFields,
  getOwn,
  type Override,
  type ScoresFile,
  type SheetRow,
  type SheetState,
  sampleKeys,
} from '@reportcard/report-schema';
import { humanScorableMetrics, matchRows } from '@reportcard/score-sheet';
import { findDrops } from './find-drops.ts';
import type { ReviewDrop } from './review-index.ts';
import type { ReviewNames } from './review-port.ts';

export interface ReviewContextOptions {
  readonly names: ReviewNames;
  /** Scores the losses are measured against. */
  readonly baseline?: ScoresFile | undefined;
  /** First- or second-level intents, or `l1/l2`. */
  readonly highRiskIntents?: readonly string[] | undefined;
}

/** All that describing a sample needs besides its row; made once for a report. */
export interface ReviewContext {
  readonly scores: ScoresFile;
  readonly names: ReviewNames;
  /** Ids of the metrics a human may score, in report order. */
  readonly scorable: readonly string[];
  readonly highRiskIntents: readonly string[];
  readonly drops: ReadonlyMap<string, ReviewDrop>;
  /** Metrics whose judge an audit has shown to agree with humans: their failure reasons count as confirmed. */
  readonly confirmed: ReadonlySet<string>;
  /** Overrides in force at the last report, by sample and metric. */
  readonly overrides: ReadonlyMap<string, ReadonlyMap<string, Override>>;
  readonly varying: ReturnType<typeof findVaryingFields>;
}

function indexOverrides(overrides: readonly Override[]): ReviewContext['overrides'] {
  const index = new Map<string, Map<string, Override>>();
  for (const override of overrides) {
    const own = index.get(override.sample_id) ?? new Map<string, Override>();
    own.set(override.metric, override);
    index.set(override.sample_id, own);
  }
  return index;
}

export function createReviewContext(scores: ScoresFile, options: ReviewContextOptions): ReviewContext {
  const { names, baseline, highRiskIntents = [] } = options;
  const scorable = humanScorableMetrics(scores.metrics);
  const confirmed = scorable.filter((metric) => (getOwn(scores.agreement, metric)?.kappa ?? -1) >= UNCONFIRMED_KAPPA);
  return {
    scores,
    names,
    scorable,
    highRiskIntents,
    drops: baseline === undefined ? new Map() : findDrops(scores, baseline, scorable, names),
    confirmed: new Set(confirmed),
    overrides: indexOverrides(scores.meta.overrides),
    varying: findVaryingFields(sampleKeys(scores)),
  };
}

/** The row of every sample that has one. */
export function indexRows(sheet: SheetState, scores: ScoresFile): ReadonlyMap<string, SheetRow> {
  return matchRows(sheet, scores).rows;
}
