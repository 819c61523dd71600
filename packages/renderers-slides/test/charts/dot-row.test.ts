import { describe, expect, it } from 'vitest';
import { createDotDomain, drawDotRow } from '../../src/charts/dot-row.ts';
import { marksOf } from './marks-of.ts';

describe('drawDotRow', () => {
  it('places dot, whiskers and target on an axis that need not begin at 0', () => {
    const row = { value: 0.8, interval: [0.7, 0.9] as const, previous: 0.75, target: 0.6, state: 'good' as const };
    const figure = drawDotRow({ ...row, domain: [0.6, 1] }, 416);
    expect(marksOf(figure, 'dot-good')[0]?.['cx']).toBe('208');
    expect(marksOf(figure, 'whisker').map((mark) => mark['x1'])).toEqual(['108', '108', '308']);
    expect(marksOf(figure, 'tick')[0]?.['x1']).toBe('8');
    expect(marksOf(figure, 'hollow')[0]?.['cx']).toBe('158');
  });

  it('chooses an axis with room below the smallest number and never above 0.9', () => {
    expect(createDotDomain([0.86, 0.83])).toEqual([0.8, 1]);
    expect(createDotDomain([0.99])).toEqual([0.9, 1]);
    expect(createDotDomain([0])).toEqual([0, 1]);
    expect(createDotDomain([])).toEqual([0.9, 1]);
  });
});
