import { describe, expect, it } from 'vitest';
import { createBar } from '../src/markdown/bar.ts';

describe('createBar', () => {
  it.each([
    [0, '░░░░░░░░░░'],
    [0.001, '█░░░░░░░░░'],
    [0.59, '██████░░░░'],
    [0.999, '█████████░'],
    [1, '██████████'],
    [null, ''],
  ])('is empty only for 0 and full only for 1: %s', (share, bar) => {
    expect(createBar(share)).toBe(bar);
  });
});
