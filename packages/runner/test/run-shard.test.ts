import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { selectCases } from '../src/run-shard.ts';

describe('shards', () => {
  it('are contiguous blocks that make the whole when laid end to end', () => {
    expect(selectCases(['a', 'b', 'c', 'd', 'e'], { shard: { index: 1, count: 2 } })).toEqual(['a', 'b']);
    expect(selectCases(['a', 'b', 'c', 'd', 'e'], { shard: { index: 2, count: 2 } })).toEqual(['c', 'd', 'e']);
    fc.assert(
      fc.property(fc.nat(200), fc.integer({ min: 1, max: 40 }), fc.option(fc.nat(250)), (n, count, limit) => {
        const cases = Array.from({ length: n }, (_, index) => index);
        const parts = Array.from({ length: count }, (_, index) =>
          selectCases(cases, { limit: limit ?? undefined, shard: { index: index + 1, count } }),
        );
        expect(parts.flat()).toEqual(cases.slice(0, limit ?? n));
        const sizes = parts.map((part) => part.length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it.each([
    [0, 2],
    [3, 2],
    [1.5, 2],
    [1, 0],
  ])('do not exist beyond their number: %s/%s', (index, count) => {
    expect(() => selectCases([1], { shard: { index, count } })).toThrow('no such shard');
  });
});
