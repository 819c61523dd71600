import { describe, expect, it } from 'vitest';
import { drawHistogram } from '../../src/charts/histogram.ts';
import { labelOf, marksOf } from './marks-of.ts';

describe('drawHistogram', () => {
  const data = {
    values: [10, 20, 30, 40, 1000],
    markers: [
      { value: 30, text: 'P50 30 ms', kind: 'quantile' as const },
      { value: 40, text: 'P90 40 ms', kind: 'quantile' as const },
      { value: 1000, text: 'P99 1,000 ms', kind: 'quantile' as const },
    ],
    formatTick: (value: number) => `${value}`,
    name: 'latency',
  };

  it('has a bar a bin that is not empty; the bars count every value', () => {
    const titles = [...drawHistogram(data).svg.markup.matchAll(/<title>[^<]*: (\d+)<\/title>/g)].map((match) =>
      Number(match[1]),
    );
    expect(titles.reduce((sum, n) => sum + n, 0)).toBe(5);
    expect(titles.every((n) => n > 0)).toBe(true);
  });

  it('sets labels that would meet in different rows and turns the last one inwards', () => {
    const figure = drawHistogram(data);
    expect(labelOf(figure, 'P50 30 ms')?.y).not.toBe(labelOf(figure, 'P90 40 ms')?.y);
    expect(labelOf(figure, 'P99 1,000 ms')?.anchor).toBe('end');
  });

  it('draws zeros', () => {
    expect(marksOf(drawHistogram({ ...data, values: [0, 0], markers: [] }), 'bin')).toHaveLength(1);
  });

  it('does not squeeze the values for a target far beyond them: an arrow points at it', () => {
    const figure = drawHistogram({
      ...data,
      values: [10, 20],
      markers: [{ value: 1500, text: 'target', kind: 'target' }],
    });
    expect(labelOf(figure, 'target →')?.anchor).toBe('end');
    expect(Math.max(...marksOf(figure, 'bin').map((mark) => Number(mark['x'])))).toBeGreaterThan(900);
  });
});
