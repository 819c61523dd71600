import { type AggregateGroups, type MetricInfo, ScoreTable } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { type AggregateOptions, aggregateTable, MAX_LABEL_KEYS } from '../src/index.ts';
import { RATIO, type Row, sample, tableOf } from './score-tables.ts';

function aggregate(
  rows: readonly Row[],
  options: Partial<AggregateOptions> = {},
  info: MetricInfo = RATIO,
): AggregateGroups {
  return aggregateTable(tableOf(rows), { metrics: { m: info }, quantile: 7, l2_key: 'l2', ...options });
}

function times(n: number, row: Row): Row[] {
  return Array.from({ length: n }, () => row);
}

describe('means', () => {
  it('gives exactly 0.85 for 17 ones in 20', () => {
    expect(aggregate([...times(17, { m: 1 }), ...times(3, { m: 0 })]).overall['m']).toBe(0.85);
  });

  it('gives exactly 0.3 for ten values of 0.3, with a deviation of exactly 0', () => {
    const groups = aggregate(times(10, { m: 0.3 }));
    expect(groups.overall['m']).toBe(0.3);
    expect(groups.stats.overall['m']?.sd).toBe(0);
  });

  it('averages scored samples only and never takes a missing one for 0', () => {
    const groups = aggregate([{ m: 1 }, { m: 0.5 }, { m: { value: null, status: 'judge_error', code: 'timeout' } }]);
    expect(groups.overall['m']).toBe(0.75);
  });

  it('gives null, never 0, for a slice without a scored sample', () => {
    const groups = aggregate([
      { m: { value: null, status: 'missing_input' }, intent_l1: 'A' },
      { m: 0, intent_l1: 'B' },
    ]);
    expect(groups.by_intent_l1['A']?.['m']).toBeNull();
    expect(groups.by_intent_l1['B']?.['m']).toBe(0);
  });
});

describe('statistics', () => {
  const rows: Row[] = [
    ...times(4, { m: 1 }),
    { m: 0 },
    { m: { value: null, status: 'undefined', code: 'no_statements' } },
    { m: { value: null, status: 'not_applicable', code: 'should_refuse' } },
    { m: { value: null, status: 'not_applicable', code: 'should_refuse' } },
    { m: { value: null, status: 'missing_input', code: 'not_recorded' } },
    { m: { value: null, status: 'judge_error', code: 'truncated' } },
    { m: { value: null, status: 'skipped', code: 'limit' } },
    { m: { value: null, status: 'skipped', code: 'no_judge' } },
    { m: { value: 1, status: 'ok', manual: true } },
  ];

  it('counts each sample once and leaves what the user limited out of the eligible ones', () => {
    expect(aggregate(rows).stats.overall['m']).toMatchObject({
      n_total: 13,
      n_scored: 6,
      n_undefined: 1,
      n_not_applicable: 2,
      n_missing_input: 1,
      n_judge_error: 1,
      n_skipped: 2,
      n_manual: 1,
      n_eligible: 9,
      coverage: 6 / 9,
      small_sample: true,
    });
  });

  it('bounds the mean by the unscored eligible samples being all 0 or all 1', () => {
    expect(aggregate(rows).stats.overall['m']?.bounds).toEqual([5 / 9, 8 / 9]);
  });

  it('gives the sample deviation: 1, 2, 3, 4 of ten quarter steps', () => {
    const groups = aggregate([{ m: 0.25 }, { m: 0.5 }, { m: 0.75 }, { m: 1 }]);
    expect(groups.stats.overall['m']?.sd).toBeCloseTo(Math.sqrt(5 / 48), 15);
  });

  it('gives the deviation of zeros and ones from their counts: 2 of 4', () => {
    expect(aggregate([{ m: 0 }, { m: 1 }, { m: 1 }, { m: 0 }]).stats.overall['m']?.sd).toBe(Math.sqrt(1 / 3));
  });

  it('uses Wilson for zeros and ones: 8 of 10 is 0.4902 to 0.9433', () => {
    const stats = aggregate([...times(8, { m: 1 }), ...times(2, { m: 0 })]).stats.overall['m'];
    expect(stats?.ci_method).toBe('wilson');
    expect(stats?.ci95?.[0]).toBeCloseTo(0.49016, 5);
    expect(stats?.ci95?.[1]).toBeCloseTo(0.94332, 5);
  });

  it('uses Student t for scores from 100 samples on', () => {
    const stats = aggregate([...times(50, { m: 0.25 }), ...times(50, { m: 0.75 })]).stats.overall['m'];
    const half = (1.9842169515 * Math.sqrt(6.25 / 99)) / 10;
    expect(stats?.ci_method).toBe('t');
    expect(stats?.ci95?.[0]).toBeCloseTo(0.5 - half, 9);
    expect(stats?.small_sample).toBe(false);
  });

  it('pools the deviation of judge repeats over samples', () => {
    const repeated = (sd: number): Row => ({ m: { value: 0.5, status: 'ok', sd, repeats: 3 } });
    const stats = aggregate([repeated(0.3), repeated(0.4), { m: 0.5 }]).stats.overall['m'];
    expect(stats?.judge_sd).toBeCloseTo(Math.sqrt(0.125), 15);
    expect(stats?.n_repeats).toBe(3);
  });

  it('takes repeats and attainable means from an earlier aggregation where the table has none', () => {
    const first = aggregate([{ m: { value: 0.5, status: 'ok', sd: 0.5, repeats: 2 }, intent_l1: 'A' }], {
      attainable: { m: Float64Array.of(0.5) },
    });
    const again = aggregate([{ m: 0.25, intent_l1: 'A' }], { previous: first.stats });
    expect(again.stats.by_intent_l1['A']?.['m']).toMatchObject({ judge_sd: 0.5, n_repeats: 2, max_attainable: 0.5 });
  });

  it('averages what the scored samples could reach, and says nothing where that is 1', () => {
    const none: Row = { m: { value: null, status: 'not_applicable' }, intent_l1: 'A' };
    const groups = aggregate([{ m: 1, intent_l1: 'A' }, { m: 1, intent_l1: 'B' }, none], {
      attainable: { m: Float64Array.of(0.5, 1, Number.NaN) },
    });
    expect(groups.stats.overall['m']?.max_attainable).toBe(0.75);
    expect(groups.stats.by_intent_l1['A']?.['m']?.max_attainable).toBe(0.5);
    expect(groups.stats.by_intent_l1['B']?.['m']?.max_attainable).toBeNull();
  });

  it('reports a metric that the table lacks as missing for every sample', () => {
    const groups = aggregateTable(tableOf([{ m: 1 }]), { metrics: { other: RATIO }, quantile: 7, l2_key: 'l2' });
    expect(groups.overall['other']).toBeNull();
    expect(groups.stats.overall['other']).toMatchObject({ n_total: 1, n_missing_input: 1, coverage: 0 });
  });

  it('keeps an interval away from values outside 0 to 1 that claims to stay inside', () => {
    const stats = aggregate([{ m: 2 }, { m: 4 }]).stats.overall['m'];
    expect(stats?.ci_method).toBe('t');
  });

  it('lets no interval of a mean time begin below zero', () => {
    const info: MetricInfo = { ...RATIO, unit: 'ms', higher_is_better: false };
    const stats = aggregate([{ m: 1 }, { m: 10 }], {}, info).stats.overall['m'];
    expect(stats?.ci95?.[0]).toBe(0);
    // 5.5 + t(0.975, 1) · 4.5, t(0.975, 1) = 12.706
    expect(stats?.ci95?.[1]).toBeCloseTo(62.678, 2);
  });

  it('has every aggregate of an empty table, all null', () => {
    const groups = aggregate([]);
    expect(groups.overall['m']).toBeNull();
    expect(groups.stats.overall['m']).toMatchObject({
      n_total: 0,
      coverage: null,
      bounds: null,
      ci95: null,
      ci_method: 'none',
    });
    expect(Object.keys(groups.by_intent_l1)).toEqual([]);
  });
});

describe('quantiles', () => {
  const P95: MetricInfo = { label: 'P95', group: 'own', unit: 'ms', higher_is_better: false, aggregate: 'p95' };
  const P50: MetricInfo = { ...P95, aggregate: 'p50' };
  const upTo = (n: number): Row[] => Array.from({ length: n }, (_, i) => ({ m: ((i * 7) % n) + 1 }));

  it('interpolates by type 7: P50 of 1 to 20 is 10.5, P95 is 19.05', () => {
    expect(aggregate(upTo(20), {}, P50).overall['m']).toBe(10.5);
    expect(aggregate(upTo(20), {}, P95).overall['m']).toBeCloseTo(19.05, 12);
  });

  it('takes the upper median and the maximum under the rule of the article code', () => {
    expect(aggregate(upTo(20), { quantile: 'ragent' }, P50).overall['m']).toBe(11);
    expect(aggregate(upTo(20), { quantile: 'ragent' }, P95).overall['m']).toBe(20);
  });

  it('gives order statistics as interval and no bounds: the median of 10 lies between the 2nd and 9th', () => {
    expect(aggregate(upTo(10), {}, P50).stats.overall['m']).toMatchObject({
      ci95: [2, 9],
      ci_method: 'order',
      bounds: null,
    });
  });

  it('has no upper bound for P95 below 59 samples and marks it small', () => {
    expect(aggregate(upTo(58), {}, P95).stats.overall['m']).toMatchObject({
      small_sample: true,
      ci95: [expect.any(Number), null],
    });
    expect(aggregate(upTo(59), {}, P95).stats.overall['m']).toMatchObject({
      small_sample: false,
      ci95: [expect.any(Number), 59],
    });
  });

  it('has no bounds for a quantile of scores either', () => {
    const groups = aggregate(
      upTo(10).map(({ m }) => ({ m: Number(m) / 10 })),
      {},
      { ...P50, unit: 'ratio' },
    );
    expect(groups.stats.overall['m']?.bounds).toBeNull();
  });

  it('is computed over the samples of each slice', () => {
    const groups = aggregate(
      [
        { m: 1, intent_l1: 'A' },
        { m: 3, intent_l1: 'A' },
        { m: 10, intent_l1: 'B' },
      ],
      {},
      P50,
    );
    expect(groups.by_intent_l1).toMatchObject({ A: { m: 2 }, B: { m: 10 } });
    expect(groups.overall['m']).toBe(3);
  });
});

describe('slices', () => {
  it('keeps keys in first-seen order and puts null, undefined and blank under one key', () => {
    const groups = aggregate([
      { m: 1, intent_l1: 'Z', difficulty: 'hard' },
      { m: 0, intent_l1: null },
      { m: 1, intent_l1: '', difficulty: 'easy' },
      { m: 0, intent_l1: 'A' },
    ]);
    expect(Object.keys(groups.by_intent_l1)).toEqual(['Z', '', 'A']);
    expect(groups.by_intent_l1['']?.['m']).toBe(0.5);
    expect(Object.keys(groups.by_label['difficulty'] ?? {})).toEqual(['hard', '', 'easy']);
  });

  it('pools a second-level name over first levels, or keeps the pairs apart when asked', () => {
    const rows: Row[] = [
      { m: 1, intent_l1: 'A', intent_l2: 'x' },
      { m: 0, intent_l1: 'B', intent_l2: 'x' },
      { m: 1, intent_l1: 'B', intent_l2: null },
    ];
    expect(aggregate(rows).by_intent_l2).toMatchObject({ x: { m: 0.5 }, '': { m: 1 } });
    const pairs = aggregate(rows, { l2_key: 'l1/l2' }).by_intent_l2;
    expect(Object.entries(pairs).map(([key, block]) => [key, block['m']])).toEqual([
      ['A/x', 1],
      ['B/x', 0],
      ['', 1],
    ]);
  });

  it('takes __proto__, constructor and the like for plain names', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const groups = aggregate(
      names.map((name) => ({ m: 1, intent_l1: name, intent_l2: name, labels: JSON.parse(`{"${name}":"${name}"}`) })),
    );
    expect(Object.keys(groups.by_intent_l1)).toEqual(names);
    expect(Object.keys(groups.by_intent_l2)).toEqual(names);
    expect(Object.keys(groups.by_label)).toEqual(names);
    expect(Object.hasOwn(groups.stats.by_intent_l1, '__proto__')).toBe(true);
    expect(JSON.stringify(groups.by_intent_l1)).toContain('"__proto__":{"m":1}');
  });

  it('slices by every key of labels, numbers and booleans by their text', () => {
    const groups = aggregate([
      { m: 1, labels: { region: 'north', round: 1 } },
      { m: 0, labels: { region: 'south', vip: true } },
    ]);
    expect(groups.by_label).toMatchObject({
      region: { north: { m: 1 }, south: { m: 0 } },
      round: { '1': { m: 1 }, '': { m: 0 } },
      vip: { '': { m: 1 }, true: { m: 0 } },
    });
    expect(groups.by_label['difficulty']).toBeUndefined();
  });

  it('does not slice by a label that names single samples', () => {
    const rows = Array.from({ length: MAX_LABEL_KEYS + 1 }, (_, i) => ({
      m: 1,
      labels: { ticket: `T${i}`, kind: 'a' },
    }));
    expect(Object.keys(aggregate(rows).by_label)).toEqual(['kind']);
    expect(Object.keys(aggregate(rows.slice(1)).by_label)).toEqual(['ticket', 'kind']);
  });

  it('aggregates the rows asked for, in their order', () => {
    const rows: Row[] = [
      { m: 1, intent_l1: 'A' },
      { m: 0, intent_l1: 'B' },
      { m: 0, intent_l1: 'A' },
    ];
    const groups = aggregate(rows, { rows: Uint32Array.of(1, 0) });
    expect(Object.keys(groups.by_intent_l1)).toEqual(['B', 'A']);
    expect(groups.overall['m']).toBe(0.5);
    expect(groups.stats.overall['m']?.n_total).toBe(2);
  });

  it('names metrics in report order whatever the order of the columns', () => {
    const table = new ScoreTable();
    table.addMetric('b');
    table.addMetric('a');
    table.addSample(sample('s'));
    const groups = aggregateTable(table, { metrics: { a: RATIO, b: RATIO }, quantile: 7, l2_key: 'l2' });
    expect(Object.keys(groups.overall)).toEqual(['a', 'b']);
  });
});
