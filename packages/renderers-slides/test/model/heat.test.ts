import { describe, expect, it } from 'vitest';
import { heatLevel } from '../../src/model/heat.ts';

describe('heatLevel', () => {
  it.each([
    [0.9, 0], // on target
    [0.95, 0],
    [0.88, 1], // 2.2 % short
    [0.8, 2], // 11 % short
    [0.7, 3], // 22 % short
    [0.5, 4], // 44 % short
    [0, 4],
  ])('value %d against a target of at least 0.9 is level %d', (value, level) => {
    expect(heatLevel(value, 0.9, true)).toBe(level);
  });

  it.each([
    [0.03, 0],
    [0.033, 1], // 10 % over
    [0.04, 2], // 33 % over
    [0.05, 3], // 67 % over
    [0.2, 4],
  ])('value %d against a target of at most 0.03 is level %d', (value, level) => {
    expect(heatLevel(value, 0.03, false)).toBe(level);
  });

  it('has no colour for a value that is not there, nor without a reference', () => {
    expect(heatLevel(null, 0.9, true)).toBe(0);
    expect(heatLevel(0.1, null, true)).toBe(0);
  });

  it('takes a target of 0 at its word', () => {
    expect(heatLevel(0, 0, false)).toBe(0);
    expect(heatLevel(0.01, 0, false)).toBe(4);
  });
});
