import { describe, expect, it } from 'vitest';
import { adjustBenjaminiHochberg, adjustHolm } from '../src/index.ts';

/** The fifteen p values of Benjamini & Hochberg 1995, table 1 (thrombolysis trial). */
const TRIAL = [
  0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
];

const rounded = (ps: readonly (number | null)[]): (number | null)[] =>
  ps.map((p) => (p === null ? null : Number(p.toFixed(6))));

describe('adjustHolm', () => {
  it('agrees with a worked example', () => {
    // 4·0.005, 3·0.01, 2·0.03, then max(0.06, 0.04), in the order given
    expect(rounded(adjustHolm([0.01, 0.04, 0.03, 0.005]))).toEqual([0.03, 0.06, 0.06, 0.02]);
  });

  it('finds three of the fifteen trial results significant, as the paper says of familywise control', () => {
    expect(adjustHolm(TRIAL).filter((p) => (p as number) <= 0.05)).toHaveLength(3);
  });

  it('stays at most 1, and passes over what was not tested', () => {
    expect(adjustHolm([0.9, 0.8])).toEqual([1, 1]);
    expect(rounded(adjustHolm([null, 0.02, null, 0.03]))).toEqual([null, 0.04, null, 0.04]);
    expect(adjustHolm([])).toEqual([]);
  });

  it('refuses what is no p value', () => {
    expect(() => adjustHolm([0.1, 1.2])).toThrow(/p value 1/);
  });
});

describe('adjustBenjaminiHochberg', () => {
  it('agrees with the four discoveries of the paper', () => {
    const adjusted = adjustBenjaminiHochberg(TRIAL);
    expect(adjusted.filter((p) => (p as number) <= 0.05)).toHaveLength(4);
    // scipy.stats.false_discovery_control
    expect(rounded(adjusted).slice(0, 8)).toEqual([
      0.0015, 0.003, 0.0095, 0.035625, 0.0603, 0.063857, 0.063857, 0.0645,
    ]);
  });

  it('keeps the order given', () => {
    expect(rounded(adjustBenjaminiHochberg([0.01, 0.04, null, 0.03, 0.005]))).toEqual([0.02, 0.04, null, 0.04, 0.02]);
  });
});
