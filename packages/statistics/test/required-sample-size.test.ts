import { describe, expect, it } from 'vitest';
import { additionalSamples, detectableDifference, requiredSampleSize } from '../src/index.ts';

describe('requiredSampleSize', () => {
  it.each([
    // G*Power 3.1, matched pairs t test, two-sided α = 0.05, power 0.8: dz = 0.2 -> 199, 0.5 -> 34, 0.8 -> 15
    [0.2, 199],
    [0.5, 34],
    [0.8, 15],
  ])('of a standardised difference of %d is %i', (dz, n) => {
    expect(requiredSampleSize(dz * 0.3, 0.3)).toBe(n);
    expect(requiredSampleSize(-dz * 0.3, 0.3)).toBe(n);
  });

  it('grows with power', () => {
    // G*Power: dz = 0.5, power 0.95 -> 54
    expect(requiredSampleSize(0.5, 1, { power: 0.95 })).toBe(54);
  });

  it('is null for no difference and 2 for differences without spread', () => {
    expect(requiredSampleSize(0, 0.3)).toBeNull();
    expect(requiredSampleSize(0.1, 0)).toBe(2);
  });

  it('refuses impossible arguments', () => {
    expect(() => requiredSampleSize(0.1, -1)).toThrow(/sd/);
    expect(() => requiredSampleSize(Number.NaN, 1)).toThrow(/difference/);
    expect(() => requiredSampleSize(0.1, 1, { power: 1 })).toThrow(/power/);
    expect(() => requiredSampleSize(0.1, 1, { alpha: 0 })).toThrow(/alpha/);
  });
});

describe('additionalSamples', () => {
  it('counts what is missing', () => {
    expect(additionalSamples(0.1, 0.5, 20)).toBe(179);
    expect(additionalSamples(0.1, 0.5, 500)).toBe(0);
    expect(additionalSamples(0, 0.5, 20)).toBeNull();
  });
});

describe('detectableDifference', () => {
  it('is (z + z)·sd/√n', () => {
    // (1.959964 + 0.841621)·0.3/10
    expect(detectableDifference(100, 0.3)).toBeCloseTo(0.0840476, 6);
    expect(detectableDifference(0, 0.3)).toBeNull();
  });
});
