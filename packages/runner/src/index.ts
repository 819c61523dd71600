export type {
  Benchmark,
  BenchmarkDocument,
  BenchmarkManifest,
  BenchmarkResource,
  BenchmarkRunUnit,
  BenchmarkWorkspace,
  Many,
  PreparedBenchmark,
} from './benchmark.ts';
export { BenchmarkRunner, type BenchmarkRunOptions, type BenchmarkRunResult } from './benchmark-runner.ts';
export { type Clock, SYSTEM_CLOCK } from './clock.ts';
export { createDocumentKey, toSegment } from './document-key.ts';
export { type AssembleOptions, assembleEvaluationReport } from './evaluation-report.ts';
export { readEvaluationScores } from './evaluation-scores.ts';
export type {
  JsonObject,
  KnowledgeBase,
  QueryAnswer,
  QueryEvent,
  QueryOptions,
  QueryStream,
} from './knowledge-base.ts';
export { persistReport } from './persist-report.ts';
export { placesOfRun, type RunPlaces } from './places.ts';
export { QueryFailure, type QueryFailureInit } from './query-failure.ts';
export type { BuildInput, Recipe } from './recipe.ts';
export { recordBenchmark } from './record-benchmark.ts';
export type { RecordOptions, RecordProgress, RecordResult } from './record-options.ts';
export type { RemoteAnswer, RemoteQuestion, RemoteRecorder, RemoteRecording } from './remote-recorder.ts';
export { LONGEST_RETRY_AFTER_MS, type RetryPolicy } from './retry.ts';
export type { LockOwner } from './run-lock.ts';
export type { RunShard } from './run-shard.ts';
export { numericScore, summarizeScores } from './score-summary.ts';
export { createReportKey, createSlug, requireDistinctSlugs } from './slug.ts';
export { createTaskRecorder, type TaskRecorder, type TaskRecorderOptions } from './task-recorder.ts';
