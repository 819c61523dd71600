import { describe, expect, it } from 'vitest';
import { drawTrendPanel } from '../../src/charts/trend-panel.ts';
import { marksOf } from './marks-of.ts';

describe('drawTrendPanel', () => {
  const data = {
    points: [
      { value: 0.8, title: 'a', same_data: true },
      { value: null, title: 'b', same_data: true },
      { value: 0.9, title: 'c', same_data: false },
      { value: 0.95, title: 'd', same_data: true },
    ],
    target: 0.9,
    higher_is_better: true,
    state: 'good' as const,
    value_text: '95.0%',
    first_date: '04-13',
    last_date: '06-01',
    name: 'trend',
  };

  it('shades the zone below the target where more is better and above it where less is', () => {
    const at = Number(marksOf(drawTrendPanel(data), 'target')[0]?.['y1']);
    expect(marksOf(drawTrendPanel(data), 'zone')[0]?.['y']).toBe(String(at));
    expect(marksOf(drawTrendPanel({ ...data, higher_is_better: false }), 'zone')[0]?.['y']).toBe('10');
  });

  it('leaves a gap for a run without a value and marks a run on other data', () => {
    const figure = drawTrendPanel(data);
    expect(marksOf(figure, 'point-1')).toHaveLength(1);
    expect(marksOf(figure, 'point-other')).toHaveLength(1);
    expect(marksOf(figure, 'dot-good')).toHaveLength(1);
  });

  it('draws equal values as a level line within the plot', () => {
    const level = drawTrendPanel({
      ...data,
      target: null,
      points: data.points.map((point) => ({ ...point, value: 0.5 })),
    });
    expect(marksOf(level, 'dot-good')[0]?.['cy']).toBe('80');
  });
});
