import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeColumns } from '../src/place-columns.ts';

describe('placeColumns', () => {
  it('keeps the order a person left and puts new columns behind their neighbours', () => {
    expect(placeColumns(['a', 'b', 'c', 'd'], ['note', 'c', 'a'])).toEqual(['note', 'c', 'd', 'a', 'b']);
  });

  it('starts with new columns that have no neighbour before them', () => {
    expect(placeColumns(['a', 'b'], ['b', 'note'])).toEqual(['a', 'b', 'note']);
  });

  it('loses and doubles nothing, and leaves the kept order alone', () => {
    const names = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e', 'f'));
    fc.assert(
      fc.property(names, names, (wanted, kept) => {
        const placed = placeColumns(wanted, kept);
        expect(new Set(placed)).toEqual(new Set([...wanted, ...kept]));
        expect(placed.length).toBe(new Set(placed).size);
        expect(placed.filter((name) => kept.includes(name))).toEqual(kept);
      }),
    );
  });
});
