import { attributeFailures, type FailureRule } from '@reportcard/failures';
import {
  type AggregateGroups,
  createRecord,
  createSampleMap,
  type FailureSummary,
  type MetricInfo,
  orderRows,
  SCHEMA_VERSION,
  type ScoresFile,
  type ScoresHead,
  type ScoresMeta,
  type ScoreTable,
  type StatsGroups,
} from '@reportcard/report-schema';
import { aggregateTable } from '@reportcard/slices';
import { selectRows } from './select-rows.ts';

/** What a table of scores does not hold and is passed on, or stands in for what it no longer holds. */
export interface ScoresBase {
  /** Statistics of the last aggregation of these samples: judge repeats and attainable means come from it. */
  readonly stats?: StatsGroups | undefined;
  readonly by_query_mode?: Readonly<Record<string, AggregateGroups>> | undefined;
  readonly overall_auto?: ScoresFile['overall_auto'] | undefined;
  readonly answer_matrix?: ScoresFile['answer_matrix'] | undefined;
  readonly agreement?: ScoresFile['agreement'] | undefined;
  readonly corrected?: ScoresFile['corrected'] | undefined;
}

/** Scores in a table and all that goes into the file made of them. */
export interface ReaggregateInput {
  /** Effective scores; derived metrics are up to date. */
  readonly table: ScoreTable;
  /** What is reported, in report order; a metric the table lacks is missing for every sample. */
  readonly metrics: Readonly<Record<string, MetricInfo>>;
  /** Passed on as it is. Its `policies.quantile`, `l2_key` and `query_modes` decide how samples are aggregated. */
  readonly meta: ScoresMeta;
  /** In pipeline order. */
  readonly rules: readonly FailureRule[];
  readonly base?: ScoresBase | undefined;
  /** By metric id: the largest value each row of the table could reach; NaN where that means nothing. */
  readonly attainable?: Readonly<Record<string, Float64Array>> | undefined;
}

/** The head of a `_scores.json` and, for its rows, the failure reasons of each row of the table. */
export interface AggregatedScores {
  readonly head: ScoresHead;
  readonly reasons: readonly (readonly string[])[];
}

/**
 * Everything of a `_scores.json` that is computed from a table of scores but the rows themselves: values and statistics
 * overall, by intent, by label and by query mode, and the failures. With several query modes the top-level blocks
 * describe the first one alone. The same table gives the same result whatever made it.
 */
export function aggregateScores(input: ReaggregateInput): AggregatedScores {
  const { table, metrics, meta, rules, base = {}, attainable } = input;
  const modes = meta.query_modes.length > 1 ? meta.query_modes : [];
  const order = orderRows(table);
  const aggregate = (mode: string | undefined, previous: StatsGroups | undefined): AggregateGroups =>
    aggregateTable(table, {
      metrics,
      quantile: meta.policies.quantile,
      l2_key: meta.l2_key,
      rows: mode === undefined ? order : rowsOfMode(table, order, mode),
      attainable,
      previous,
    });
  const primary = modes[0];
  const groups = aggregate(primary, base.stats);
  const byMode = modes.map((mode): [string, AggregateGroups] => [
    mode,
    mode === primary ? groups : aggregate(mode, base.by_query_mode?.[mode]?.stats),
  ]);
  const { reasons, summary } = attributeFailures(table, rules);
  const head: ScoresHead = {
    schema_version: SCHEMA_VERSION,
    meta,
    metrics: createRecord(Object.entries(metrics)),
    overall: groups.overall,
    overall_auto: base.overall_auto ?? createRecord(),
    by_intent_l1: groups.by_intent_l1,
    by_intent_l2: groups.by_intent_l2,
    by_label: groups.by_label,
    ...(byMode.length > 0 ? { by_query_mode: createRecord(byMode) } : {}),
    stats: groups.stats,
    failures: primary === undefined ? summary : summarizeMode(table, rowsOfMode(table, order, primary), rules),
    answer_matrix: base.answer_matrix ?? null,
    agreement: base.agreement ?? createRecord(),
    corrected: base.corrected ?? createRecord(),
  };
  return { head, reasons };
}

function summarizeMode(table: ScoreTable, rows: Uint32Array, rules: readonly FailureRule[]): FailureSummary {
  const selected = selectRows(table, rows, new Set(rules.map((rule) => rule.metric)));
  return attributeFailures(selected, rules).summary;
}

/**
 * The one function that turns a table of scores into a `_scores.json`, used when scoring and when a human score changes
 * something: {@link aggregateScores} plus one row a sample.
 */
export function reaggregate(input: ReaggregateInput): ScoresFile {
  const { head, reasons } = aggregateScores(input);
  return { ...head, per_sample: createSampleMap(input.table, (row) => reasons[row] ?? []) };
}

function rowsOfMode(table: ScoreTable, order: Uint32Array | undefined, mode: string): Uint32Array {
  const all = order ?? Uint32Array.from({ length: table.length }, (_, row) => row);
  return all.filter((row) => table.sample(row).query_mode === mode);
}
