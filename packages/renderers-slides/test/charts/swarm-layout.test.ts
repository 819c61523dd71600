import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stackCircles } from '../../src/charts/swarm-layout.ts';

describe('stackCircles', () => {
  it('leaves circles that do not touch on the middle line', () => {
    expect(
      stackCircles([
        { x: 0, r: 5 },
        { x: 100, r: 5 },
      ]),
    ).toEqual([0, 0]);
  });

  it('puts a second circle of the same value just below the first, a third just above', () => {
    const same = { x: 50, r: 10 };
    expect(stackCircles([same, same, same])).toEqual([0, 22, -22]);
  });

  it('places the largest first', () => {
    expect(
      stackCircles([
        { x: 0, r: 4 },
        { x: 0, r: 8 },
      ])[1],
    ).toBe(0);
  });

  it('never lets two circles overlap and never changes their values', () => {
    const circle = fc.record({ x: fc.integer({ min: 0, max: 60 }), r: fc.integer({ min: 2, max: 12 }) });
    fc.assert(
      fc.property(fc.array(circle, { maxLength: 40 }), (circles) => {
        const heights = stackCircles(circles);
        expect(heights).toHaveLength(circles.length);
        circles.forEach((one, i) => {
          circles.slice(i + 1).forEach((other, j) => {
            const dy = (heights[i] ?? 0) - (heights[i + 1 + j] ?? 0);
            expect(Math.hypot(one.x - other.x, dy)).toBeGreaterThanOrEqual(one.r + other.r - 1e-6);
          });
        });
      }),
    );
  });
});
