import { describe, expect, it } from 'vitest';
import { drawKCurve } from '../../src/charts/k-curve.ts';
import { labelOf, marksOf } from './marks-of.ts';

describe('drawKCurve', () => {
  const point = (k: number, value: number): Parameters<typeof drawKCurve>[0]['series'][number]['points'][number] => ({
    k,
    value,
    text: `${value}`,
    interval: [value - 0.05, value + 0.05],
    previous: value - 0.02,
  });
  const data = {
    series: [
      { name: 'Hit@k', points: [point(1, 0.7), point(5, 0.9)] },
      { name: 'Recall@k', points: [point(1, 0.6), point(5, 0.8)] },
    ],
    target: { value: 0.9, text: 'target' },
    formatTick: (value: number) => `${Math.round(value * 100)}%`,
    focus: 5,
    name: 'curve',
  };

  it('draws bands, lines, last run and target; the second line lies below the first', () => {
    const figure = drawKCurve(data);
    expect(marksOf(figure, 'band-1')).toHaveLength(1);
    expect(marksOf(figure, 'previous')).toHaveLength(2);
    expect(marksOf(figure, 'target')).toHaveLength(1);
    const [first, second] = [marksOf(figure, 'point-1'), marksOf(figure, 'point-2')];
    expect(Number(second[0]?.['cy'])).toBeGreaterThan(Number(first[0]?.['cy']));
    expect(first.map((mark) => mark['r'])).toEqual(['6', '8']);
  });

  it('puts the target line on the height of its value', () => {
    const figure = drawKCurve(data);
    expect(marksOf(figure, 'target')[0]?.['y1']).toBe(marksOf(figure, 'point-1')[1]?.['cy']);
  });

  it('keeps the names of two lines apart that end at the same value', () => {
    const same = drawKCurve({ ...data, series: data.series.map((one) => ({ ...one, points: [point(1, 0.9)] })) });
    expect((labelOf(same, 'Recall@k')?.y ?? 0) - (labelOf(same, 'Hit@k')?.y ?? 0)).toBeCloseTo(26, 5);
  });

  it('draws a single point without a line that leads nowhere', () => {
    const figure = drawKCurve({ ...data, series: [{ name: 'Hit@k', points: [point(5, 0)] }], target: null });
    expect(marksOf(figure, 'point-1')).toHaveLength(1);
    expect(labelOf(figure, '0%')).toBeDefined();
  });
});
