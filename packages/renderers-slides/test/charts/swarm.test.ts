import { describe, expect, it } from 'vitest';
import { drawSwarm, type SwarmItem } from '../../src/charts/swarm.ts';
import { marksOf } from './marks-of.ts';

describe('drawSwarm', () => {
  const item = (value: number, n: number): SwarmItem => ({
    title: `${value}`,
    value,
    n,
    small: n < 10,
    low: value < 0.9,
    label: null,
  });
  const base = { target: null, overall: null, higher_is_better: true, formatTick: String, name: 'swarm' };

  it('gives circles areas in proportion to n', () => {
    const figure = drawSwarm({ ...base, items: [item(0.95, 40), item(0.91, 10)] });
    const [large, small] = marksOf(figure, 'swarm-fine').map((mark) => Number(mark['r']));
    expect((large ?? 0) / (small ?? 1)).toBeCloseTo(2, 1);
  });

  it('marks few samples and values below the reference by class, and keeps equal values at equal places', () => {
    const figure = drawSwarm({ ...base, items: [item(0.5, 5), item(0.5, 20), item(1, 5)] });
    const low = [...marksOf(figure, 'swarm-low'), ...marksOf(figure, 'swarm-low-few')];
    expect(marksOf(figure, 'swarm-fine-few')).toHaveLength(1);
    expect(new Set(low.map((mark) => mark['cx'])).size).toBe(1);
  });

  it('keeps five hundred equal circles inside the plot', () => {
    const figure = drawSwarm({ ...base, items: Array.from({ length: 500 }, () => item(1, 12)) });
    const heights = marksOf(figure, 'swarm-fine').map((mark) => Number(mark['cy']));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(56);
    expect(Math.max(...heights)).toBeLessThanOrEqual(400);
    expect(new Set(marksOf(figure, 'swarm-fine').map((mark) => mark['cx'])).size).toBe(1);
  });

  it('shades what misses the target: left where more is better, right where less is', () => {
    const items = [item(0.2, 20)];
    const target = { value: 0.1, text: 'target' };
    const more = marksOf(drawSwarm({ ...base, items, target }), 'zone')[0];
    const less = marksOf(drawSwarm({ ...base, items, target, higher_is_better: false }), 'zone')[0];
    expect(more?.['x']).toBe('34');
    expect(Number(less?.['x'])).toBeGreaterThan(34);
  });
});
