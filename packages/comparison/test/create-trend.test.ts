import type { ScoresHead, TrendPoint } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { createTrend, formatTrendText, historyOf } from '../src/index.ts';
import { runOf } from './scores-files.ts';

function recorded(runId: string, at: string | null, value: number | null): ScoresHead {
  return runOf(runId, [value], {}, { meta: { recorded_at: at } });
}

function series(values: readonly (number | null)[]): TrendPoint[] {
  return historyOf(
    values.map((value, i) => recorded(`r${i}`, `2026-01-${String(i + 1).padStart(2, '0')}T00:00:00Z`, value)),
  );
}

describe('historyOf', () => {
  it('puts the oldest recording first, whatever its time zone', () => {
    const heads = [recorded('late', '2026-06-01T12:00:00Z', 1), recorded('early', '2026-06-01T13:00:00+08:00', 0.5)];
    expect(historyOf(heads)).toMatchObject([
      { run_id: 'early', overall: { m: 0.5 }, n: { m: 1 }, n_samples: 1 },
      { run_id: 'late', at: '2026-06-01T12:00:00Z' },
    ]);
  });

  it('falls back to the time of scoring, and to the run id between equal times', () => {
    const heads = [recorded('b', null, 1), recorded('a', null, 1), recorded('c', '2026-05-31T00:00:00Z', 1)];
    expect(historyOf(heads).map((point) => point.run_id)).toEqual(['c', 'a', 'b']);
  });
});

describe('createTrend', () => {
  it('marks the run with which the level shifted', () => {
    const trend = createTrend(series([0.8, 0.81, 0.79, 0.8, 0.82, 0.8, 0.6, 0.61, 0.59, 0.6, 0.62, 0.6]), 'm');
    expect(trend.change_points).toHaveLength(1);
    expect(trend.change_points[0]).toMatchObject({ run_id: 'r6', index: 6 });
    expect(trend.change_points[0]?.before).toBeCloseTo(4.82 / 6, 12);
    expect(trend.change_points[0]?.after).toBeCloseTo(3.62 / 6, 12);
  });

  it('marks nothing in a steady series, and the same again each time', () => {
    const steady = series([0.8, 0.82, 0.79, 0.81, 0.8, 0.78, 0.82, 0.8, 0.81, 0.79]);
    expect(createTrend(steady, 'm').change_points).toEqual([]);
    expect(createTrend(steady, 'm')).toEqual(createTrend(steady, 'm'));
  });

  it('keeps the place of runs without the metric', () => {
    const trend = createTrend(series([0.5, null, 0.5]), 'm');
    expect(trend.points.map((point) => point.value)).toEqual([0.5, null, 0.5]);
    expect(createTrend(series([0.5]), 'other').points).toMatchObject([{ value: null, n: 0 }]);
    expect(createTrend([], 'm')).toEqual({ metric: 'm', points: [], change_points: [] });
  });

  it('says where the data set changed', () => {
    const [first, second, third] = series([0.5, 0.5, 0.5]);
    const history = [first, { ...second, dataset_sha256: 'x' }, { ...third, dataset_sha256: 'x' }] as TrendPoint[];
    expect(createTrend(history, 'm').points.map((point) => point.dataset_changed)).toEqual([false, true, false]);
  });
});

describe('formatTrendText', () => {
  it('has a line a run, the shift marked on it', () => {
    const lines = formatTrendText(createTrend(series([1, 1, 1, 1, 1, 0, 0, 0, 0, 0]), 'm')).split('\n');
    expect(lines[0]).toMatch(/^at +run +m$/);
    expect(lines[1]).toBe('2026-01-01T00:00:00Z  r0   1  n = 1');
    expect(lines[6]).toMatch(/^2026-01-06T00:00:00Z {2}r5 {3}0 {2}n = 1 {2}◆ level 1 → 0 \(p = 0\.0\d+\)$/);
    expect(lines).toHaveLength(12);
  });
});
