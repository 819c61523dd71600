import { describe, expect, it } from 'vitest';
import { drawRing } from '../../src/charts/ring.ts';
import { marksOf } from './marks-of.ts';

describe('drawRing', () => {
  it('has one segment a gate, the failed ones at the bottom and longer', () => {
    const segment = (state: 'pass' | 'fail'): { state: 'pass' | 'fail'; title: string } => ({ state, title: state });
    const figure = drawRing([segment('fail'), segment('pass'), segment('pass'), segment('pass')], 200, 'ring');
    expect(marksOf(figure, 'ring-pass')).toHaveLength(3);
    const [failed] = marksOf(figure, 'ring-fail');
    const [x = 0, y = 0] = (failed?.['d'] ?? '').slice(1).split(/[,A]/).map(Number);
    expect(Math.abs(x)).toBeCloseTo(Math.cos(Math.PI / 4 + 9 / 92 / 2) * 100, -1);
    expect(y).toBeGreaterThan(60);
    expect(figure.svg.markup).toContain('<title>fail</title>');
  });

  it('is an empty figure without gates', () => {
    expect(drawRing([], 200, '').svg.markup).not.toContain('<path');
  });
});
