export { type EvidenceMap, indexEvidence, loadEvidence } from './evidence-file.ts';
export { findRun, listRuns, loadRunMeta, type RunEntry, runOfReport } from './find-run.ts';
export { type ImportRunOptions, type ImportSource, importRun } from './import-run.ts';
export type { JudgeEstimate, JudgeLedger, JudgeStage, JudgeTask } from './judge-stage.ts';
export { loadScores } from './load-scores.ts';
export { type DescribeAnswers, type MergeRunsOptions, type MergeRunsResult, mergeRuns } from './merge-runs.ts';
export { BARE_PLACE, importedScoresFile, type ReportPlace, reportPlace, runFile, runMetaFile } from './places.ts';
export {
  type ConfiguredRenderer,
  type PublishPlace,
  type RenderOutcome,
  renderAndPublish,
} from './publish-artefacts.ts';
export { loadRecordIndex } from './record-index.ts';
export { type ReportRunOptions, type ReportRunResult, reportRun } from './report-run.ts';
export { type RecordLine, readRun } from './run-file.ts';
export { type ScoreRunOptions, type ScoreRunResult, scoreRun } from './score-run.ts';
export type { RunShardSource } from './shard-of-run.ts';
export { openSheet, type SheetSession, saveSheet } from './sheet-session.ts';
