import { describe, expect, it } from 'vitest';
import { drawDumbbell } from '../../src/charts/dumbbell.ts';
import { marksOf } from './marks-of.ts';

describe('drawDumbbell', () => {
  it('joins before and after, and leaves out an end that does not exist', () => {
    const both = drawDumbbell(0.5, 0.75, [0.5, 1], 218);
    expect(marksOf(both, 'join-accent')[0]).toMatchObject({ x1: '9', x2: '109' });
    const one = drawDumbbell(null, 0.75, [0.5, 1], 218);
    expect(marksOf(one, 'join-accent')).toEqual([]);
    expect(marksOf(one, 'dot-none')[0]?.['cx']).toBe('109');
  });
});
