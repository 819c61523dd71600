import { type MetricInfo, type ScoreCell, ScoreTable } from '@reportcard/report-schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AggregateOptions, aggregatePartial, aggregateTable, finishPartial, mergePartials } from '../src/index.ts';
import { RATIO, sample } from './score-tables.ts';

const METRICS: Record<string, MetricInfo> = {
  hit: RATIO,
  score: { ...RATIO, group: 'ragas' },
  time_p50: { ...RATIO, unit: 'ms', aggregate: 'p50' },
  time_p95: { ...RATIO, unit: 'ms', aggregate: 'p95' },
  odd: { ...RATIO, group: 'evaluator' },
};
const OPTIONS: AggregateOptions = { metrics: METRICS, quantile: 7, l2_key: 'l2' };

interface Drawn {
  readonly l1: string | null;
  readonly l2: string | null;
  readonly difficulty: string | null;
  readonly labels: Record<string, string | number | null>;
  readonly cells: readonly ScoreCell[];
}

const name = fc.constantFrom(null, '', 'A', 'B', '__proto__', 'constructor', 'A/B');
const unscored = fc.constantFrom<ScoreCell>(
  { value: null, status: 'undefined' },
  { value: null, status: 'not_applicable' },
  { value: null, status: 'missing_input' },
  { value: null, status: 'judge_error' },
  { value: null, status: 'skipped', code: 'limit' },
  { value: null, status: 'skipped', code: 'no_judge' },
);
const scored = (value: fc.Arbitrary<number>): fc.Arbitrary<ScoreCell> =>
  fc.oneof(
    { weight: 4, arbitrary: value.map((v): ScoreCell => ({ value: v, status: 'ok' })) },
    { weight: 1, arbitrary: unscored },
  );
const judged = fc
  .tuple(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.double({ min: 0, max: 0.5, noNaN: true }),
    fc.integer({ min: 2, max: 3 }),
  )
  .map(([value, sd, repeats]): ScoreCell => ({ value, status: 'ok', sd, repeats }));
const time = fc.double({ min: 0, max: 1e6, noNaN: true });
const drawn: fc.Arbitrary<Drawn> = fc.record({
  l1: name,
  l2: name,
  difficulty: fc.constantFrom(null, 'easy', 'hard'),
  labels: fc.dictionary(fc.constantFrom('region', '__proto__', 'difficulty'), fc.constantFrom('x', 1, null), {
    maxKeys: 2,
  }),
  cells: fc.tuple(
    scored(fc.constantFrom(0, 1)),
    fc.oneof(judged, unscored),
    scored(time),
    scored(time),
    scored(fc.constantFrom(0, 1, 1, 0, 0.5, 2)),
  ),
});
const samples = fc.array(drawn, { maxLength: 40 });

function tableOf(rows: readonly Drawn[]): ScoreTable {
  const table = new ScoreTable();
  for (const metric of Object.keys(METRICS)) table.addMetric(metric);
  rows.forEach(({ l1, l2, difficulty, labels, cells }, i) => {
    const row = table.addSample(sample(`s${i}`, { intent_l1: l1, intent_l2: l2, difficulty, labels }));
    Object.keys(METRICS).forEach((metric, m) => {
      table.set(row, metric, cells[m] ?? { value: null, status: 'missing_input' });
    });
  });
  return table;
}

describe('aggregation', () => {
  it('gives the same bits whatever the order of the samples', () => {
    const pair = samples.chain((rows) =>
      fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
    );
    fc.assert(
      fc.property(pair, ([rows, shuffled]) => {
        expect(aggregateTable(tableOf(shuffled), OPTIONS)).toEqual(aggregateTable(tableOf(rows), OPTIONS));
      }),
      { numRuns: 200 },
    );
  });

  it('gives the same bytes merged from shards as in one pass, also through JSON', () => {
    fc.assert(
      fc.property(fc.array(samples, { maxLength: 4 }), (shards) => {
        const partials = shards.map((rows) => aggregatePartial(tableOf(rows), OPTIONS));
        const merged = mergePartials(JSON.parse(JSON.stringify(partials)));
        const whole = aggregateTable(tableOf(shards.flat()), OPTIONS);
        const parts = shards.length === 0 ? aggregatePartial(tableOf([]), OPTIONS) : JSON.parse(JSON.stringify(merged));
        expect(JSON.stringify(finishPartial(parts, OPTIONS))).toBe(JSON.stringify(whole));
      }),
      { numRuns: 200 },
    );
  });

  it('gives an overall mean that is the mean of the slices weighted by their scored samples', () => {
    fc.assert(
      fc.property(samples, (rows) => {
        const groups = aggregateTable(tableOf(rows), OPTIONS);
        const total = Object.entries(groups.by_intent_l2).reduce((sum, [key, block]) => {
          return sum + (block['score'] ?? 0) * (groups.stats.by_intent_l2[key]?.['score']?.n_scored ?? 0);
        }, 0);
        const n = groups.stats.overall['score']?.n_scored ?? 0;
        expect(total).toBeCloseTo((groups.overall['score'] ?? 0) * n, 9);
      }),
    );
  });

  it('counts every sample of every slice exactly once', () => {
    fc.assert(
      fc.property(samples, (rows) => {
        const { stats } = aggregateTable(tableOf(rows), OPTIONS);
        const groups = [stats.by_intent_l1, stats.by_intent_l2, ...Object.values(stats.by_label)];
        for (const group of groups) {
          for (const metric of Object.keys(METRICS)) {
            const totals = Object.values(group).map((block) => block[metric]?.n_total ?? 0);
            expect(totals.reduce((a, b) => a + b, 0)).toBe(rows.length);
          }
        }
        for (const block of [stats.overall, ...groups.flatMap((group) => Object.values(group))]) {
          for (const s of Object.values(block)) {
            const parts =
              s.n_scored + s.n_undefined + s.n_not_applicable + s.n_missing_input + s.n_judge_error + s.n_skipped;
            expect(parts).toBe(s.n_total);
          }
        }
      }),
    );
  });

  it('keeps every mean of scores between its bounds', () => {
    fc.assert(
      fc.property(samples, (rows) => {
        const { overall, stats } = aggregateTable(tableOf(rows), OPTIONS);
        const [low, high] = stats.overall['score']?.bounds ?? [0, 1];
        const mean = overall['score'] ?? low;
        expect(mean).toBeGreaterThanOrEqual(low);
        expect(mean).toBeLessThanOrEqual(high);
      }),
    );
  });
});

describe('a partial', () => {
  it('is refused when another version wrote it', () => {
    const partial = { ...aggregatePartial(tableOf([]), OPTIONS), partial_version: 2 };
    expect(() => finishPartial(JSON.parse(JSON.stringify(partial)), OPTIONS)).toThrow('another version');
  });

  it('is refused when a sum in it is damaged', () => {
    const rows: Drawn[] = [{ l1: 'A', l2: 'B', difficulty: null, labels: {}, cells: [{ value: 0.25, status: 'ok' }] }];
    const text = JSON.stringify(aggregatePartial(tableOf(rows), OPTIONS)).replace('"mantissa":"1"', '"mantissa":"1.5"');
    expect(() => mergePartials([JSON.parse(text)])).toThrow('damaged');
  });

  it('does not merge with one of other metrics', () => {
    const one = aggregatePartial(tableOf([]), OPTIONS);
    const other = aggregatePartial(tableOf([]), { metrics: { hit: RATIO } });
    expect(() => mergePartials([one, other])).toThrow('"score"');
  });
});
