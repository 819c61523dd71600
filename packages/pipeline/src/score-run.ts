import { createFailureRules } from '@reportcard/failures';
import { carryOverrides, reaggregate } from '@reportcard/manual-overrides';
import {
  createOwnMetrics,
  deriveMetrics,
  type MetricDefinition,
  type MetricPolicies,
  RAGAS_METRICS,
  resolvePolicies,
  toMetricInfo,
} from '@reportcard/metrics';
import type { ObjectStore } from '@reportcard/object-store';
import {
  type Config,
  createRecord,
  type MetricInfo,
  type ScoresFile,
  sampleIds,
  sha256,
  type TextRecord,
} from '@reportcard/report-schema';
import { createSheet, formatCsv } from '@reportcard/score-sheet';
import { applySheet } from './apply-sheet.ts';
import { type BuiltTable, buildTable } from './build-table.ts';
import { createEvaluatorColumns, evaluatorLabels } from './evaluator-columns.ts';
import { formatEvidence } from './evidence-file.ts';
import { updateHetaReport } from './heta-report.ts';
import { importedDefinitions } from './imported-metrics.ts';
import { type JudgedRun, judgeSamples } from './judge-samples.ts';
import type { JudgeEstimate, JudgeLedger, JudgeStage } from './judge-stage.ts';
import { fillJudged, type JudgedSources } from './judged-scores.ts';
import type { HashedScores } from './load-scores.ts';
import { type ReportPlace, reportPlace } from './places.ts';
import { loadRunContext, type RunContext } from './run-context.ts';
import { readRun, readRunBatches } from './run-file.ts';
import { createScoresMeta } from './score-meta.ts';
import { createSheetTexts } from './sheet-texts.ts';
import { hashScores, writeScores } from './write-scores.ts';

/** Which run is scored, by which metrics, profile and judge. */
export interface ScoreRunOptions {
  readonly store: ObjectStore;
  readonly runId: string;
  /** Keeps the scores as `reports/<run_id>.<name>/`. */
  readonly as?: string | undefined;
  /** Default: the profile of the last scoring, else `default`. */
  readonly profile?: string | undefined;
  readonly metrics?: Config['metrics'];
  readonly failures?: Config['failures'];
  readonly l2Key?: 'l2' | 'l1/l2' | undefined;
  /** Undefined: no judge; what earlier scorings and imports left stays. */
  readonly judge?: JudgeStage | undefined;
  /** Metrics the judge may be asked for; default: all of its metrics. */
  readonly only?: readonly string[] | undefined;
  readonly refresh?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  readonly onEstimate?: ((estimate: JudgeEstimate) => Promise<boolean> | boolean) | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly now: Date;
}

/** The scores of a run, or the estimate of what they would cost. */
export interface ScoreRunResult {
  /** `<run_id>` or `<run_id>.<name>`: what the other verbs take. */
  readonly runKey: string;
  /** Null when only an estimate was asked for, or it was refused: nothing was written. */
  readonly scores: ScoresFile | null;
  readonly estimate: JudgeEstimate | null;
  readonly ledger: JudgeLedger | null;
  /** What to tell the user about the sheet. */
  readonly notes: readonly string[];
}

/**
 * Scores a recorded run: own metrics, what a judge is asked or was asked before, imported scores, then human scores.
 * Writes `_scores.json`, `_evidence.jsonl` when there is evidence, and the sheet when there is none yet. A score whose
 * inputs, judge and prompt did not change is kept.
 */
export async function scoreRun(options: ScoreRunOptions): Promise<ScoreRunResult> {
  const { store, runId, judge } = options;
  const runKey = options.as === undefined ? runId : `${runId}.${options.as}`;
  const place = reportPlace(runKey);
  const context = await loadRunContext(store, runId, place);
  await checkSheet(store, place, context, options.now);
  const profile = options.profile ?? context.previous?.meta.profile ?? 'default';
  const policies = resolvePolicies(profile, options.metrics);
  const judged = judgedDefinitions(judge, context);
  const own = createOwnMetrics(policies);
  const evaluators = createEvaluatorColumns(new Set([...own, ...judged].map(({ id }) => id)));
  const sources = createSources(options, context, policies, judged);
  const texts = createSheetTexts(runId);
  const alone = judge === undefined && context.evidence.size === 0 && context.imported.size === 0;
  const built = await buildTable(readRunBatches(store, runId), {
    definitions: own,
    further: judged.map(({ id }) => id),
    policies,
    l2Key: options.l2Key ?? context.meta?.l2_key,
    onRecord: (record, row, table) => {
      evaluators.add(record, row, table);
      texts.add(record, row);
      if (alone) fillJudged(table, row, record, sources);
    },
    labelsOf: evaluatorLabels,
  });
  const judgeOptions = {
    store,
    evidenceFile: place.evidence,
    sources,
    onEstimate: options.onEstimate,
    dryRun: options.dryRun,
    signal: options.signal,
    onProgress: options.onProgress,
  };
  const outcome = alone ? NOTHING_JUDGED : await judgeSamples(readRun(store, runId), built.table, judgeOptions);
  if (outcome.stopped) return { runKey, scores: null, estimate: outcome.estimate, ledger: null, notes: [] };
  for (let row = 0; row < built.table.length; row++) deriveMetrics(built.table, row);
  const metrics = describeMetrics([...own, ...judged], policies, evaluators.metrics(built.table));
  const automatic = assemble(options, context, { built, profile, policies, metrics, outcome, runId });
  const rules = createFailureRules(options.failures);
  const carried = context.previous === null ? automatic : carryOverrides(automatic, context.previous.meta, { rules });
  const { sheet, notes, ...applied } = await applySheet({
    store,
    place,
    scores: carried,
    scoresSha256: UNWRITTEN,
    fresh: true,
    now: options.now,
  });
  const { scores, sha256: scoresSha256 } = await publishScores(store, place, applied.scores, { sources, context });
  if (options.as === undefined) await updateHetaReport(store, runId, scores);
  if (sheet === undefined) {
    const records = texts.index(built.table);
    await store.put(place.sheetCsv, formatCsv(createSheet(scores, { records, scoresSha256 })));
  }
  return { runKey, scores, estimate: outcome.estimate, ledger: outcome.ledger, notes };
}

/**
 * Reads the sheet against the scores it was made from, before anything is asked or written: a score typed into the wrong
 * column is refused here and not lost. Throws one `data` error that lists every bad cell.
 */
async function checkSheet(
  store: ObjectStore,
  place: ReportPlace,
  { previous, previousSha256 }: RunContext,
  now: Date,
): Promise<void> {
  if (previous === null || previousSha256 === null) return;
  await applySheet({ store, place, scores: previous, scoresSha256: previousSha256, now });
}

/** Stands for scores that are in no file yet. */
const UNWRITTEN = sha256('');

/** What is left to say of a judge when nobody was asked and nothing was carried over. */
const NOTHING_JUDGED: JudgedRun = { estimate: null, ledger: null, stopped: false };

/** RAGAS metrics always stand in the report; lexical ones where they were asked for; those of other tools where an import brought them. */
function judgedDefinitions(judge: JudgeStage | undefined, context: RunContext): readonly MetricDefinition[] {
  const lexical = judge?.definitions.filter((definition) => definition.group === 'lexical') ?? [];
  return [...RAGAS_METRICS, ...lexical, ...importedDefinitions(context.meta, context.importedMetrics)];
}

function createSources(
  options: ScoreRunOptions,
  context: RunContext,
  policies: MetricPolicies,
  definitions: readonly MetricDefinition[],
): JudgedSources {
  const askable = options.judge?.definitions.map((definition) => definition.id) ?? [];
  return {
    definitions,
    policies,
    evidence: context.evidence,
    imported: context.imported,
    importedMetrics: context.importedMetrics,
    judge: options.judge,
    asked: new Set(options.only === undefined ? askable : askable.filter((metric) => options.only?.includes(metric))),
    refresh: options.refresh === true,
  };
}

function describeMetrics(
  definitions: readonly MetricDefinition[],
  policies: MetricPolicies,
  further: TextRecord<MetricInfo>,
): TextRecord<MetricInfo> {
  return createRecord([
    ...definitions.map((definition) => [definition.id, toMetricInfo(definition, policies)] as const),
    ...Object.entries(further),
  ]);
}

interface Assembly {
  readonly runId: string;
  readonly built: BuiltTable;
  readonly profile: string;
  readonly policies: MetricPolicies;
  readonly metrics: TextRecord<MetricInfo>;
  readonly outcome: JudgedRun;
}

function assemble(options: ScoreRunOptions, context: RunContext, parts: Assembly): ScoresFile {
  const { built, metrics, outcome } = parts;
  const meta = createScoresMeta({
    runId: parts.runId,
    runMeta: context.meta,
    built,
    previous: context.previous,
    profile: parts.profile,
    policies: parts.policies,
    failures: options.failures,
    evidence: context.evidence,
    imported: context.imported,
    judge: options.judge,
    ledger: outcome.ledger,
    now: options.now,
  });
  return reaggregate({
    table: built.table,
    metrics,
    meta,
    rules: createFailureRules(options.failures),
    base: { answer_matrix: built.answerMatrix },
    attainable: built.attainable,
  });
}

async function publishScores(
  store: ObjectStore,
  place: ReportPlace,
  scores: ScoresFile,
  { sources, context }: { readonly sources: JudgedSources; readonly context: RunContext },
): Promise<HashedScores> {
  if (sources.evidence.size > 0) {
    await store.put(place.evidence, formatEvidence(sources.evidence, sampleIds(scores), Object.keys(scores.metrics)));
  }
  const { previous, previousSha256 } = context;
  const unchanged = previous === null ? null : madeWhen(previous, scores);
  if (unchanged !== null && previousSha256 === hashScores(unchanged))
    return { scores: unchanged, sha256: previousSha256 };
  return { scores, sha256: await writeScores(store, place, scores) };
}

/**
 * Scores as if they had been made at the time of earlier ones: a scoring that finds nothing new leaves the file, and what
 * was made from it, as they are.
 */
function madeWhen({ meta: { volatile } }: ScoresFile, scores: ScoresFile): ScoresFile {
  const meta = { ...scores.meta, volatile: { ...scores.meta.volatile, created_at: volatile.created_at } };
  return { ...scores, meta };
}
