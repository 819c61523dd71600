import { createFailureRecords } from '@reportcard/failures';
import type { ObjectStore } from '@reportcard/object-store';
import { createMessages, freezeDeep, type RenderInput, redactInput } from '@reportcard/renderer-kit';
import {
  type Comparison,
  copySamples,
  type GateReport,
  ReportcardError,
  type RunRecordIndex,
  type ScoresFile,
  type TrendPoint,
} from '@reportcard/report-schema';
import { applySheet } from './apply-sheet.ts';
import { indexEvidence, loadEvidence } from './evidence-file.ts';
import { runOfReport } from './find-run.ts';
import { updateHetaReport } from './heta-report.ts';
import { loadHashedScores } from './load-scores.ts';
import type { ReportPlace } from './places.ts';
import { type ConfiguredRenderer, type RenderOutcome, renderAndPublish } from './publish-artefacts.ts';
import { type OpenRecordIndex, openRecordIndex } from './record-index.ts';
import { PAGES } from './scores-head.ts';
import { writeScores } from './write-scores.ts';

/** What is rendered, by which renderers, in which language. */
export interface ReportRunOptions {
  readonly store: ObjectStore;
  readonly place: ReportPlace;
  /** `<run_id>` or `<run_id>.<name>`; null for a bare `_scores.json`. */
  readonly runKey: string | null;
  readonly renderers: readonly ConfiguredRenderer[];
  /** The language of the pages, or how it is chosen for the scores. */
  readonly locale: string | ((scores: ScoresFile) => string);
  /** A team's own texts over the message catalogues. */
  readonly messages?: Readonly<Record<string, string>> | undefined;
  readonly now: Date;
  /** Ids and lengths instead of texts; the artefacts go to the folder `redacted/` of the report. */
  readonly redact?: boolean | undefined;
  /** Computes what further inputs a page shows out of the effective scores. */
  readonly gate?: ((scores: ScoresFile, comparison: Comparison | undefined) => GateReport | undefined) | undefined;
  readonly compare?: ((scores: ScoresFile) => Promise<Comparison | undefined>) | undefined;
  readonly history?: ((scores: ScoresFile) => Promise<readonly TrendPoint[]>) | undefined;
  readonly log?: ((message: string) => void) | undefined;
}

/** The scores after human scores were applied, what each renderer did, the verdict. */
export interface ReportRunResult {
  readonly scores: ScoresFile;
  readonly outcomes: readonly RenderOutcome[];
  readonly gate: GateReport | undefined;
  readonly notes: readonly string[];
}

/**
 * Re-applies the sheet, re-aggregates, rewrites `_scores.json` and renders. Asks no judge and calls no system. Throws one
 * `data` error, with nothing written, when the sheet has a fault; a renderer's fault stands in its outcome.
 */
export async function reportRun(options: ReportRunOptions): Promise<ReportRunResult> {
  const opened: OpenRecordIndex[] = [];
  try {
    return await reportWith(options, async (runId) => {
      const records = await openRecordIndex(options.store, runId);
      if (records !== null) opened.push(records);
      return records;
    });
  } finally {
    for (const records of opened) records.close();
  }
}

async function reportWith(
  options: ReportRunOptions,
  loadRecords: (runId: string) => Promise<RunRecordIndex | null>,
): Promise<ReportRunResult> {
  const { store, place } = options;
  const previous = await loadHashedScores(store, place);
  if (previous === null) {
    throw new ReportcardError({
      code: 'usage',
      message: `the run ${options.runKey ?? ''} has no scores yet`,
      file: place.scores,
      hint: `reportcard score ${options.runKey ?? ''}`,
    });
  }
  const applied = await applySheet({
    store,
    place,
    scores: previous.scores,
    scoresSha256: previous.sha256,
    now: options.now,
  });
  const { scores, sheet, notes } = applied;
  const runId = options.runKey === null ? null : await runOfReport(store, options.runKey);
  const records = runId === null ? null : await loadRecords(runId);
  const evidence = indexEvidence(await loadEvidence(store, place.evidence));
  const comparison = await options.compare?.(scores);
  const gate = options.gate?.(scores, comparison);
  const history = await options.history?.(scores);
  const writtenSha256 = applied.isUnchanged ? previous.sha256 : await writeScores(store, place, scores);
  const report = runId === null || options.runKey !== runId ? null : await updateHetaReport(store, runId, scores);
  const isShared = options.renderers.some(({ own }) => own !== true);
  const full: RenderInput = {
    scores: isShared ? { ...scores, per_sample: copySamples(scores) } : scores,
    scores_sha256: writtenSha256,
    failures: createFailureRecords(scores, {
      ...(records === null ? {} : { records }),
      evidence,
      scoresSha256: writtenSha256,
    }),
    ...(records === null ? {} : { records }),
    evidence,
    ...(gate === undefined ? {} : { gate }),
    ...(comparison === undefined ? {} : { comparison }),
    ...(history === undefined ? {} : { history }),
    ...(sheet === undefined ? {} : { sheet }),
    ...(report === null ? {} : { report }),
  };
  const input = options.redact === true ? redactInput(full) : full;
  if (isShared) {
    freezeDeep(input.scores);
    freezeDeep(input.failures);
  }
  Object.freeze(input);
  const locale = typeof options.locale === 'string' ? options.locale : options.locale(scores);
  const messages = createMessages(locale, options.messages);
  const context = { now: options.now, locale, messages, log: options.log ?? (() => {}) };
  const publishPlace = options.redact === true ? { folder: `${place.folder}redacted/`, latestFolder: null } : place;
  const outcomes: RenderOutcome[] = [];
  for (const configured of options.renderers)
    outcomes.push(await renderAndPublish(store, publishPlace, configured, input, context));
  if (applied.isUnchanged && options.redact !== true) await keepScoresNewest(store, place, outcomes);
  return { scores, outcomes, gate, notes };
}

/** Where the sheet alone was written again, the scores follow: a gate takes a sheet that is newer than all else for an edited one. */
async function keepScoresNewest(
  store: ObjectStore,
  place: ReportPlace,
  outcomes: readonly RenderOutcome[],
): Promise<void> {
  const written = new Set(outcomes.flatMap(({ files }) => files));
  const hasPage = PAGES.some((name) => written.has(`${place.folder}${name}`));
  if (written.has(place.sheetCsv) && !hasPage) await store.put(place.scores, store.read(place.scores));
}
