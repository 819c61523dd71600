import { describe, expect, it } from 'vitest';
import { drawBullet } from '../../src/charts/bullet.ts';
import { marksOf } from './marks-of.ts';

describe('drawBullet', () => {
  const data = {
    value: 0.5,
    target: 0.9,
    previous: 0.25,
    interval: [0.4, 0.6] as const,
    maximum: 1,
    state: 'bad' as const,
  };

  it('draws value, target, last run and interval in proportion to the width', () => {
    const figure = drawBullet(data, 400);
    expect(marksOf(figure, 'bar-bad')[0]?.['width']).toBe('200');
    expect(marksOf(figure, 'tick')[0]?.['x1']).toBe('360');
    expect(marksOf(figure, 'hollow')[0]?.['cx']).toBe('100');
    expect(marksOf(figure, 'interval')[0]).toMatchObject({ x1: '160', x2: '240' });
  });

  it('draws only the track when nothing was measured', () => {
    const figure = drawBullet({ ...data, value: null, target: null, previous: null }, 400);
    expect(figure.svg.markup.match(/<rect/g)).toHaveLength(1);
    expect(marksOf(figure, 'interval')).toEqual([]);
  });

  it('keeps a target beyond the end of the axis in the picture', () => {
    expect(marksOf(drawBullet({ ...data, target: 7 }, 400), 'tick')[0]?.['x1']).toBe('398.5');
  });
});
