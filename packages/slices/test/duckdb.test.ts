import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import {
  type AggregateStats,
  createRecord,
  type MetricInfo,
  type ScoreCell,
  ScoreTable,
  type TextRecord,
} from '@reportcard/report-schema';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aggregateTable } from '../src/index.ts';
import { RATIO, sample } from './score-tables.ts';

const MS: MetricInfo = { ...RATIO, unit: 'ms', aggregate: 'p50' };
const METRICS: Readonly<Record<string, MetricInfo>> = {
  hit: RATIO,
  score: { ...RATIO, group: 'ragas' },
  time_mean: { ...MS, aggregate: 'mean' },
  time_p50: MS,
  time_p90: { ...MS, aggregate: 'p90' },
  time_p95: { ...MS, aggregate: 'p95' },
  time_p99: { ...MS, aggregate: 'p99' },
};
const NAMES = Object.keys(METRICS);
const QUANTILES: Readonly<Record<string, number>> = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 };
const COUNTS = ['ok', 'undefined', 'not_applicable', 'missing_input', 'judge_error', 'skipped'] as const;

interface Drawn {
  readonly l1: string | null;
  readonly l2: string | null;
  readonly cells: readonly ScoreCell[];
}

/** Scores are not negative; nothing smaller than 1e-9 but 0 is one. */
const ratio = fc.oneof(fc.constantFrom(0, 1, 0.5), fc.double({ min: 1e-9, max: 1, noNaN: true }));
const time = fc.oneof(fc.nat(5), fc.double({ min: 1e-6, max: 1e9, noNaN: true }));
const scored = (value: fc.Arbitrary<number>): fc.Arbitrary<ScoreCell> =>
  fc.oneof(
    { weight: 5, arbitrary: value.map((v): ScoreCell => ({ value: v, status: 'ok' })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...COUNTS.slice(1)).map((status): ScoreCell => ({ value: null, status })),
    },
  );
const name = fc.constantFrom(null, '', 'A', "B'", '__proto__', '"', 'A/B', '选购');
const drawn: fc.Arbitrary<Drawn> = fc.record({
  l1: name,
  l2: name,
  cells: fc.tuple(
    scored(fc.constantFrom(0, 1)),
    scored(ratio),
    ...Array.from({ length: NAMES.length - 2 }, () => scored(time)),
  ),
});

function tableOf(rows: readonly Drawn[]): ScoreTable {
  const table = new ScoreTable();
  for (const metric of NAMES) table.addMetric(metric);
  rows.forEach(({ l1, l2, cells }, index) => {
    const row = table.addSample(sample(`s${index}`, { intent_l1: l1, intent_l2: l2 }));
    NAMES.forEach((metric, at) => {
      table.set(row, metric, cells[at] ?? { value: null, status: 'missing_input' });
    });
  });
  return table;
}

async function load(connection: DuckDBConnection, rows: readonly Drawn[]): Promise<void> {
  const columns = NAMES.flatMap((metric) => [`"${metric}" DOUBLE`, `"${metric} status" VARCHAR`]);
  await connection.run(`CREATE OR REPLACE TABLE samples (l1 VARCHAR, l2 VARCHAR, ${columns.join(', ')})`);
  const appender = await connection.createAppender('samples');
  for (const { l1, l2, cells } of rows) {
    for (const intent of [l1, l2]) appender.appendVarchar(intent ?? '');
    for (const { value, status } of cells) {
      if (value === null) appender.appendNull();
      else appender.appendDouble(value);
      appender.appendVarchar(status);
    }
    appender.endRow();
  }
  appender.closeSync();
}

type Found = Readonly<Record<string, number | null>>;

/** All aggregates by DuckDB: by slice key, `metric` for the value and `metric word` for the rest. */
async function query(connection: DuckDBConnection, key: string): Promise<TextRecord<Found>> {
  const values = NAMES.flatMap((metric) => {
    const quantile = QUANTILES[METRICS[metric]?.aggregate ?? 'mean'];
    const value = quantile === undefined ? `favg("${metric}")` : `quantile_cont("${metric}", ${quantile})`;
    const counts = COUNTS.map(
      (status) => `count(*) FILTER ("${metric} status" = '${status}') AS "${metric} ${status}"`,
    );
    const n = `count("${metric}")`;
    const deviation = `sqrt(fsum(("${metric}" - "${metric} center") ** 2) / (${n} - 1))`;
    return [`${value} AS "${metric}"`, ...counts, `CASE WHEN ${n} > 1 THEN ${deviation} END AS "${metric} sd"`];
  });
  const centers = NAMES.map((metric) => `favg("${metric}") OVER (PARTITION BY ${key}) AS "${metric} center"`);
  const text = `SELECT ${key} AS slice, ${values.join(', ')} FROM (SELECT *, ${centers.join(', ')} FROM samples) GROUP BY ${key}`;
  const reader = await connection.runAndReadAll(text);
  return createRecord(
    reader
      .getRowObjectsJS()
      .map(({ slice, ...found }) => [
        String(slice),
        Object.fromEntries(
          Object.entries(found).map(([column, value]) => [column, value === null ? null : Number(value)]),
        ),
      ]),
  );
}

function expectClose(actual: number | null | undefined, expected: number | null, scale: number, what: string): void {
  expect(actual, what).toBeDefined();
  expect(actual === null, what).toBe(expected === null);
  expect(Math.abs((actual ?? 0) - (expected ?? 0)), what).toBeLessThanOrEqual(1e-12 * scale);
}

function compareSlice(found: Found, values: TextRecord<number | null>, stats: TextRecord<AggregateStats>): void {
  for (const metric of NAMES) {
    const [value, stat] = [values[metric] ?? null, stats[metric]];
    if (stat === undefined) throw new Error(`no ${metric}`);
    expectClose(found[metric], value, Math.abs(value ?? 0), metric);
    // A deviation is known as well as the values it is taken from.
    expectClose(found[`${metric} sd`], stat.sd, Math.max(stat.sd ?? 0, Math.abs(value ?? 0)), `${metric} sd`);
    expect([metric, ...COUNTS.map((status) => found[`${metric} ${status}`])]).toEqual([
      metric,
      stat.n_scored,
      stat.n_undefined,
      stat.n_not_applicable,
      stat.n_missing_input,
      stat.n_judge_error,
      stat.n_skipped,
    ]);
  }
}

async function compare(connection: DuckDBConnection, rows: readonly Drawn[]): Promise<void> {
  await load(connection, rows);
  const groups = aggregateTable(tableOf(rows), { metrics: METRICS, quantile: 7, l2_key: 'l1/l2' });
  const whole = await query(connection, "''");
  compareSlice(whole[''] ?? {}, groups.overall, groups.stats.overall);
  const l1 = await query(connection, 'l1');
  const l2 = await query(connection, "(CASE WHEN l2 = '' THEN '' ELSE l1 || '/' || l2 END)");
  for (const [found, block] of [
    [l1, 'by_intent_l1'],
    [l2, 'by_intent_l2'],
  ] as const) {
    expect(Object.keys(found).sort()).toEqual(Object.keys(groups[block]).sort());
    for (const [slice, values] of Object.entries(groups[block]))
      compareSlice(found[slice] ?? {}, values, groups.stats[block][slice] ?? createRecord());
  }
}

describe('aggregates of DuckDB and ours', () => {
  let database: DuckDBInstance;
  let connection: DuckDBConnection;
  beforeAll(async () => {
    database = await DuckDBInstance.create(':memory:');
    connection = await database.connect();
  });
  afterAll(() => {
    connection.closeSync();
    database.closeSync();
  });

  it('agree to 1e-12 over random tables, percentiles included', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(drawn, { minLength: 1, maxLength: 60 }), (rows) => compare(connection, rows)),
      { numRuns: 60, seed: 20260601 },
    );
  });

  it('agree to 1e-12 over a large random table', async () => {
    const rows = fc.sample(drawn, { numRuns: 20_000, seed: 7 });
    await compare(connection, rows);
    expect(rows).toHaveLength(20_000);
  });
});
