import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { AggregateStats, ScoresFile } from '@reportcard/report-schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callCli } from './call-cli.ts';
import { createRecord, writeRun } from './write-run.ts';

const PAGE = readFileSync(path.resolve(import.meta.dirname, '../../../docs/duckdb.md'), 'utf8');
const QUERIES = new Map(
  [...PAGE.matchAll(/```sql\n-- ([^\n]+)\n([\s\S]*?)```/g)].map(([, name = '', text = '']) => [name, text] as const),
);

type Row = Readonly<Record<string, string | number | null>>;

let cwd = '';
const scoresOf = (run: unknown): ScoresFile =>
  JSON.parse(readFileSync(path.join(cwd, `reports/${String(run)}/_scores.json`), 'utf8')) as ScoresFile;

async function runQuery(name: string): Promise<Row[]> {
  const text = QUERIES.get(name);
  if (text === undefined) throw new Error(`docs/duckdb.md has no query ${name}`);
  const database = await DuckDBInstance.create(':memory:');
  const connection = await database.connect();
  try {
    const reader = await connection.runAndReadAll(text.replaceAll("'exports/", `'${cwd}/exports/`));
    return reader
      .getRowObjectsJS()
      .map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([key, value]) => [
            key,
            typeof value === 'bigint' ? Number(value) : (value as string),
          ]),
        ),
      );
  } finally {
    connection.closeSync();
    database.closeSync();
  }
}

/** Equal to 1e-12 relative, or both null. */
function expectSame(actual: unknown, expected: number | null | undefined, what: string): void {
  const wanted = expected ?? null;
  expect(actual === null, what).toBe(wanted === null);
  expect(Math.abs(Number(actual) - (wanted ?? 0)), what).toBeLessThanOrEqual(1e-12 * Math.abs(wanted ?? 0));
}

const statsOf = (scores: ScoresFile, metric: string): AggregateStats => {
  const stats = scores.stats.overall[metric];
  if (stats === undefined) throw new Error(`no ${metric}`);
  return stats;
};

beforeAll(async () => {
  cwd = mkdtempSync(path.join(tmpdir(), 'reportcard-'));
  writeFileSync(path.join(cwd, 'reportcard.config.json'), JSON.stringify({ target: { kind: 'demo', language: 'zh' } }));
  const calls = [
    ['run', '--name', 'shop'],
    ['score', 'shop', '--judge', 'lexical'],
  ];
  const awkward = Array.from({ length: 23 }, (_, index) =>
    createRecord(`q'${index}`, index % 3 === 0, {
      reference_doc_ids: ['d', 'e', 'f'],
      intent_l1: index % 5 === 0 ? null : `L${index % 2}`,
      intent_l2: index % 4 === 0 || index % 5 === 0 ? null : `l"${index % 2}'${index % 6}`,
      first_token_ms: index === 7 ? null : 0.1 * index ** 2,
      latency_ms: 1000 / (index + 1),
    }),
  );
  writeRun(cwd, 'awkward', awkward);
  calls.push(['score', 'awkward', '--judge', 'lexical']);
  for (const run of ['shop', 'awkward']) calls.push(['export', 'parquet', run, '--partition']);
  for (const args of calls) {
    const call = await callCli([...args, '--json'], { cwd });
    expect(call, args.join(' ')).toMatchObject({ code: 0 });
  }
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

describe('the queries of docs/duckdb.md give the numbers of _scores.json', () => {
  it.each(['means', 'percentiles'])('%s', async (name) => {
    const rows = await runQuery(name);
    expect(rows.map((row) => row['run_id'])).toEqual(['awkward', 'shop']);
    for (const { run_id, n_total, n_scored, ...values } of rows) {
      const scores = scoresOf(run_id);
      for (const [metric, value] of Object.entries(values)) expectSame(value, scores.overall[metric], metric);
      expect([n_total, n_scored]).toEqual(
        name === 'means'
          ? [statsOf(scores, 'hit@5').n_total, statsOf(scores, 'hit@5').n_scored]
          : [undefined, undefined],
      );
    }
  });

  it('by intent', async () => {
    const rows = await runQuery('by intent');
    for (const run of ['awkward', 'shop']) {
      const scores = scoresOf(run);
      for (const block of ['by_intent_l1', 'by_intent_l2'] as const) {
        const mine = rows.filter((row) => row['run_id'] === run && row['block'] === block);
        expect(mine.map((row) => row['slice']).sort()).toEqual(Object.keys(scores[block]).sort());
        for (const row of mine) {
          const slice = String(row['slice']);
          for (const metric of ['hit@5', 'ttft_p50_ms'])
            expectSame(row[metric], scores[block][slice]?.[metric], `${run} ${slice} ${metric}`);
          expect(row['n_scored']).toBe(scores.stats[block][slice]?.['hit@5']?.n_scored);
        }
      }
    }
  });

  it('every metric', async () => {
    const rows = await runQuery('every metric');
    for (const run of ['awkward', 'shop']) {
      const scores = scoresOf(run);
      const scored = Object.entries(scores.overall).filter(([, value]) => value !== null);
      const mine = rows.filter((row) => row['run_id'] === run);
      expect(mine.map((row) => row['metric']).sort()).toEqual(scored.map(([metric]) => metric).sort());
      expect(scored.length).toBeGreaterThan(20);
      for (const { metric, value, n_scored } of mine) {
        expectSame(value, scores.overall[String(metric)], `${run} ${metric}`);
        expect(n_scored, String(metric)).toBe(statsOf(scores, String(metric)).n_scored);
      }
    }
  });

  it('statuses', async () => {
    const rows = await runQuery('statuses');
    expect(rows).toHaveLength(2);
    for (const { run_id, ...counts } of rows) expect(statsOf(scoresOf(run_id), 'hit@5')).toMatchObject(counts);
  });

  it('are all tested', () => {
    expect([...QUERIES.keys()]).toEqual(['means', 'percentiles', 'by intent', 'every metric', 'statuses']);
  });
});
