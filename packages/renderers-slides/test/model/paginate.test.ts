import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paginate } from '../../src/model/paginate.ts';

describe('paginate', () => {
  it('balances pages instead of leaving one item alone', () => {
    expect(paginate([1, 2, 3, 4, 5, 6, 7], 6)).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7],
    ]);
  });

  it('gives no page for nothing and one for what fits', () => {
    expect(paginate([], 5)).toEqual([]);
    expect(paginate(['a', 'b'], 2)).toEqual([['a', 'b']]);
  });

  it('loses nothing, keeps the order, needs the fewest pages and balances them, up to 500 items', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 30 }), (n, most) => {
        const items = Array.from({ length: n }, (_, index) => index);
        const pages = paginate(items, most);
        expect(pages.flat()).toEqual(items);
        expect(pages).toHaveLength(Math.ceil(n / most));
        const lengths = pages.map((page) => page.length);
        expect(Math.max(0, ...lengths) - Math.min(...lengths, most)).toBeLessThanOrEqual(n === 0 ? 0 : most);
        expect(new Set(lengths).size).toBeLessThanOrEqual(2);
        expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(most);
      }),
    );
  });
});
