import { createRecord } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { liftSlices, type SliceRow } from '../../src/index.ts';

function createRow(key: string, value: number | null, n: number): SliceRow {
  const small = n < 10;
  const cell = { value, target: null, state: 'none' as const, ci95: null, n_scored: n, coverage: 1, small, text: '' };
  return {
    dimension: 'intent_l2',
    key,
    label: key,
    parent: null,
    n_total: n,
    n_scored: n,
    coverage: 1,
    small,
    cells: createRecord([['hit@5', cell]]),
    delta: null,
  };
}

const ROWS = [createRow('a', 0.5, 20), createRow('b', 0.6, 10), createRow('c', 0.9, 50), createRow('d', 0.1, 5)];

describe('liftSlices', () => {
  it('re-weights by scored samples: (20·0.4 + 10·0.3) / 85 more', () => {
    const gain = liftSlices(ROWS, 'hit@5', 0.75, 0.9, 3);
    expect(gain?.keys).toEqual(['a', 'b']);
    expect(gain?.after).toBeCloseTo(0.75 + 11 / 85, 12);
    expect(gain?.n).toBe(30);
  });

  it('lifts the worst first, and leaves slices on few samples alone', () => {
    expect(liftSlices(ROWS, 'hit@5', 0.75, 0.9, 1)?.keys).toEqual(['a']);
  });

  it('goes down for a metric where lower is better', () => {
    const gain = liftSlices(ROWS, 'hit@5', 0.75, 0.55, 1, false);
    expect(gain?.keys).toEqual(['c']);
    expect(gain?.after).toBeCloseTo(0.75 - (50 * 0.35) / 85, 12);
  });

  it('is null where nothing lies below the level, or nothing was measured', () => {
    expect(liftSlices(ROWS, 'hit@5', 0.75, 0.05, 3)).toBeNull();
    expect(liftSlices(ROWS, 'hit@5', null, 0.9, 3)).toBeNull();
    expect(liftSlices([], 'hit@5', 0.5, 0.9, 3)).toBeNull();
    expect(liftSlices(ROWS, 'mrr@10', 0.5, 0.9, 3)).toBeNull();
  });
});
