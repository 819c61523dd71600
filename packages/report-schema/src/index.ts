export {
  type AggregateGroups,
  AggregateGroupsSchema,
  type AggregateStats,
  AggregateStatsSchema,
  type MetricInfo,
  MetricInfoSchema,
  type StatsGroups,
  StatsGroupsSchema,
} from './aggregates.ts';
export { isCanonicalEvidence } from './canonical/evidence.ts';
export { isCanonicalRunMeta } from './canonical/run-meta.ts';
export { isCanonicalRunRecord } from './canonical/run-record.ts';
export { isCanonicalScores } from './canonical/scores.ts';
export * from './canonical-json.ts';
export * from './case.ts';
export * from './comparison-report.ts';
export * from './config.ts';
export * from './config-model.ts';
export * from './config-target.ts';
export * from './constants.ts';
export * from './content-hash.ts';
export * from './document-id.ts';
export * from './evaluation-report.ts';
export * from './failure-record.ts';
export * from './format-json-line.ts';
export * from './format-scores.ts';
export * from './gate-report.ts';
export * from './json-schema.ts';
export * from './json-text.ts';
export * from './jsonl.ts';
export * from './lazily/evaluation-report.ts';
export * from './lazily/evidence.ts';
export * from './lazily/run-meta.ts';
export * from './lazily/run-record.ts';
export * from './lazily/scores.ts';
export * from './lazily/scores-reader.ts';
export { readMetricInfo } from './metric-info.ts';
export * from './metric-score.ts';
export * from './nearest.ts';
export * from './parse.ts';
export * from './ports.ts';
export * from './preview-text.ts';
export * from './query-response.ts';
export * from './reportcard-error.ts';
export * from './run-id.ts';
export * from './run-meta.ts';
export * from './run-record.ts';
export * from './sample-id.ts';
export * from './sample-map.ts';
export { createSampleReader } from './sample-reader.ts';
export * from './samples-of.ts';
export type { ScoreColumn } from './score-column.ts';
export * from './score-table.ts';
export * from './score-table-io.ts';
export * from './scores.ts';
export * from './sheet-state.ts';
export * from './text-column.ts';
export * from './text-record.ts';
export * from './version-gate.ts';
