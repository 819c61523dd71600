import { describe, expect, it } from 'vitest';
import { createRandom, findChangePoints } from '../src/index.ts';

/** Yearly flow of the Nile at Aswan 1871–1970, 10^8 m³ (Cobb 1978, Biometrika 65, table 1). */
const NILE = [
  1120, 1160, 963, 1210, 1160, 1160, 813, 1230, 1370, 1140, 995, 935, 1110, 994, 1020, 960, 1180, 799, 958, 1140, 1100,
  1210, 1150, 1250, 1260, 1220, 1030, 1100, 774, 840, 874, 694, 940, 833, 701, 916, 692, 1020, 1050, 969, 831, 726, 456,
  824, 702, 1120, 1100, 832, 764, 821, 768, 845, 864, 862, 698, 845, 744, 796, 1040, 759, 781, 865, 845, 944, 984, 897,
  822, 1010, 771, 676, 649, 846, 812, 742, 801, 1040, 860, 874, 848, 890, 744, 749, 838, 1050, 918, 986, 797, 923, 975,
  815, 1020, 906, 901, 1170, 912, 746, 919, 718, 714, 740,
];

describe('findChangePoints', () => {
  it('finds the fall of the Nile after 1898', () => {
    // Cobb 1978 and later analyses: one change, 1898 the last year of the old level; means 1097.75 and 849.97
    const found = findChangePoints(NILE, { seed: 'nile', alpha: 0.01 });
    expect(found).toHaveLength(1);
    expect(found[0]?.index).toBe(1899 - 1871);
    expect(found[0]?.before).toBeCloseTo(1097.75, 10);
    expect(found[0]?.after).toBeCloseTo(849.9722222, 6);
    expect(found[0]?.p).toBe(0.001);
  });

  it('finds two shifts, oldest first, with the means of the stretches between', () => {
    const series = [1, 1.1, 0.9, 1, 1.1, 0.9, 5, 5.1, 4.9, 5, 5.1, 4.9, 2, 2.1, 1.9, 2, 2.1, 1.9];
    const found = findChangePoints(series, { seed: 'steps' });
    expect(found.map(({ index }) => index)).toEqual([6, 12]);
    expect(found[0]?.after).toBeCloseTo(5, 12);
    expect(found[1]?.before).toBeCloseTo(5, 12);
    expect(found[1]?.after).toBeCloseTo(2, 12);
  });

  it('weighs a split by the lengths of its sides', () => {
    // mean 2.5: cumulated deviations 7.5 after three values, 8 after four; weighed 7.5·√(20/51) = 4.70, 8·√(20/64) = 4.47
    const series = [0, 0, 0, 2, ...new Array<number>(16).fill(3)];
    expect(findChangePoints(series, { seed: 'early' }).map(({ index }) => index)).toEqual([3]);
  });

  it('passes over missing values and keeps the indices of the input', () => {
    const series = [null, 0.9, 0.91, null, 0.9, 0.89, 0.9, null, 0.5, 0.51, 0.5, 0.49, null, 0.5];
    expect(findChangePoints(series, { seed: 'gaps' }).map(({ index }) => index)).toEqual([8]);
  });

  it('finds nothing in short, constant or empty series', () => {
    expect(findChangePoints([], { seed: 'x' })).toEqual([]);
    expect(findChangePoints([1, 9, 1], { seed: 'x' })).toEqual([]);
    expect(findChangePoints([1, 1, 9, 9], { seed: 'x' })).toEqual([]);
    expect(findChangePoints(new Array<number>(30).fill(0.7), { seed: 'x' })).toEqual([]);
  });

  it('raises a false alarm in about 5 percent of series without a change', () => {
    const random = createRandom('no change');
    let alarms = 0;
    for (let round = 0; round < 400; round += 1) {
      const series = Array.from({ length: 25 }, () => random.next());
      alarms += Number(findChangePoints(series, { seed: `${round}`, permutations: 199 }).length > 0);
    }
    // standard error 1.1 %
    expect(alarms / 400).toBeLessThan(0.09);
    expect(alarms / 400).toBeGreaterThan(0.015);
  });

  it('repeats itself for the same seed', () => {
    expect(findChangePoints(NILE, { seed: 'a' })).toEqual(findChangePoints(NILE, { seed: 'a' }));
  });

  it('refuses impossible arguments', () => {
    expect(() => findChangePoints([1, Number.NaN], { seed: 'x' })).toThrow(/finite or null/);
    expect(() => findChangePoints([1], { seed: 'x', minLength: 0 })).toThrow(/minLength/);
    expect(() => findChangePoints([1], { seed: 'x', alpha: 2 })).toThrow(/alpha/);
  });
});
