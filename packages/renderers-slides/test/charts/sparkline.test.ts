import { describe, expect, it } from 'vitest';
import { drawSparkline } from '../../src/charts/sparkline.ts';
import { marksOf } from './marks-of.ts';

describe('drawSparkline', () => {
  it('runs from the oldest value to a dot on the newest', () => {
    const figure = drawSparkline([1, 2, 3], 110, 40);
    expect(marksOf(figure, 'spark')[0]?.['d']).toBe('M4,34L54,20L104,6');
    expect(marksOf(figure, 'fill-accent')[0]).toMatchObject({ cx: '104', cy: '6' });
  });

  it('breaks where a run has no value', () => {
    const figure = drawSparkline([1, 2, null, 2, 3], 110, 40);
    expect(figure?.svg.markup.match(/M/g)).toHaveLength(2);
  });

  it('does not draw a single value, and draws equal ones as a level line', () => {
    expect(drawSparkline([1], 110, 40)).toBeNull();
    expect(drawSparkline([null, 1], 110, 40)).toBeNull();
    expect(drawSparkline([5, 5], 110, 40)?.svg.markup).toContain('M4,20L104,20');
  });
});
