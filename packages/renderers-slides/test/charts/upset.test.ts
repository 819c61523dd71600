import { describe, expect, it } from 'vitest';
import { drawUpset } from '../../src/charts/upset.ts';
import { labelOf, marksOf } from './marks-of.ts';

describe('drawUpset', () => {
  const figure = drawUpset({
    rows: [
      { name: 'missed', n: 8 },
      { name: 'refused', n: 0 },
      { name: 'wrong', n: 6 },
    ],
    columns: [
      { members: [0, 2], n: 6, title: 'both' },
      { members: [0], n: 2, title: 'one' },
    ],
    caption: 'Combinations',
    name: 'causes',
  });

  it('has a bar a combination in proportion, orange for several causes', () => {
    const [multi, single] = [marksOf(figure, 'fill-multi')[0], marksOf(figure, 'fill-single')[0]];
    expect(Number(multi?.['height']) / Number(single?.['height'])).toBeCloseTo(3, 2);
  });

  it('joins the dots of one combination from its first cause to its last', () => {
    const dots = marksOf(figure, 'fill-multi').filter((mark) => mark['r'] === '9');
    expect(dots).toHaveLength(2);
    expect(marksOf(figure, 'join-multi')[0]).toMatchObject({ y1: dots[0]?.['cy'], y2: dots[1]?.['cy'] });
  });

  it('shows a cause that never occurred as 0, without a bar', () => {
    expect(labelOf(figure, '0')).toBeDefined();
    expect(marksOf(figure, 'fill-baseline')).toHaveLength(2);
  });
});
