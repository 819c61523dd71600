import type { ScoresFile } from '@reportcard/report-schema';
import { createRandom, type Random } from '@reportcard/statistics';
import { describe, expect, it } from 'vitest';
import { compareQuantiles, compareScores, compareValues } from '../src/index.ts';
import { RATIO, type Row, scoresFile } from './scores-files.ts';

/** Share of rounds in which the p value of a comparison is at most 5 %. */
function rejectionRate(seed: string, rounds: number, n: number, draw: (random: Random) => [number, number]): number {
  const random = createRandom(seed);
  let rejected = 0;
  for (let round = 0; round < rounds; round += 1) {
    const pairs = Array.from({ length: n }, () => draw(random));
    const a = Float64Array.from(pairs, ([value]) => value);
    const b = Float64Array.from(pairs, ([, value]) => value);
    const { p_value } = compareValues('m', RATIO, a, b, { seed: `${seed} ${round}`, draws: 199 });
    rejected += Number((p_value ?? 1) <= 0.05);
  }
  return rejected / rounds;
}

const ROUNDS = 300;

/** Three standard errors of a rate of 5 %. */
const SLACK = 3 * Math.sqrt((0.05 * 0.95) / ROUNDS);

/** Scores of one question in two equal runs: a common difficulty and noise of each run's own. */
function equalScores(random: Random): [number, number] {
  const difficulty = random.next();
  return [difficulty * 0.6 + random.next() * 0.4, difficulty * 0.6 + random.next() * 0.4];
}

describe('two equal runs', { timeout: 120_000 }, () => {
  it.each([20, 60, 150])('with continuous scores of %i samples are told apart in 3 to 7 of 100 comparisons', (n) => {
    const rate = rejectionRate(`continuous ${n}`, 2000, n, equalScores);
    expect(rate).toBeGreaterThan(0.03);
    expect(rate).toBeLessThan(0.07);
  });

  it.each([20, 60, 150])('with 0/1 scores of %i samples are told apart in at most 5 of 100 comparisons', (n) => {
    const rate = rejectionRate(`binary ${n}`, ROUNDS, n, (random) => [
      Number(random.next() < 0.8),
      Number(random.next() < 0.8),
    ]);
    expect(rate).toBeLessThan(0.05 + SLACK);
  });

  it('have medians that are told apart in at most 5 % of comparisons', () => {
    const random = createRandom('medians');
    let rejected = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const times = (): Float64Array =>
        Float64Array.from({ length: 41 }, () => 500 - 300 * Math.log(1 - random.next()));
      rejected += Number(compareQuantiles(times(), times(), 0.5, { seed: `${round}`, resamples: 2 }).p <= 0.05);
    }
    expect(rejected).toBeGreaterThan(0);
    expect(rejected / ROUNDS).toBeLessThan(0.05 + SLACK);
  });
});

describe('a run that is better', { timeout: 120_000 }, () => {
  it('is found more often the more samples there are and the larger the difference', () => {
    const shifted =
      (shift: number) =>
      (random: Random): [number, number] => {
        const [a, b] = equalScores(random);
        return [a, b + shift];
      };
    const power = (n: number, shift: number): number => rejectionRate(`power ${n} ${shift}`, 100, n, shifted(shift));
    const bySize = [power(20, 0.06), power(60, 0.06), power(150, 0.06)];
    const byShift = [power(60, 0.02), power(60, 0.06), power(60, 0.12)];
    expect(bySize).toEqual([...bySize].sort((a, b) => a - b));
    expect(byShift).toEqual([...byShift].sort((a, b) => a - b));
    expect(bySize[2]).toBeGreaterThan(0.95);
    expect(byShift[2]).toBeGreaterThan(0.95);
  });

  it('has an interval that holds the true difference in 89 % of comparisons of 60 samples and more', () => {
    const random = createRandom('coverage');
    let covered = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const pairs = Array.from({ length: 60 }, () => equalScores(random));
      const a = Float64Array.from(pairs, ([value]) => value);
      const b = Float64Array.from(pairs, ([, value]) => value + 0.05);
      const [low, high] = compareValues('m', RATIO, a, b, { seed: `${round}`, draws: 199 }).ci95 ?? [1, 1];
      covered += Number(low <= 0.05 && high >= 0.05);
    }
    expect(covered / ROUNDS).toBeGreaterThan(0.89);
    expect(covered / ROUNDS).toBeLessThan(0.99);
  });
});

describe('the correction for many slices', { timeout: 120_000 }, () => {
  function sliced(name: string, random: Random): ScoresFile {
    const rows = Array.from({ length: 240 }, (_, i): [string, Row] => [
      `s${i}`,
      { intent_l2: `S${i % 12}`, scores: { m: random.next() } },
    ]);
    return scoresFile(name, Object.fromEntries(rows));
  }

  it('keeps the chance of any false alarm among 12 slices at 5 %, where without it one in three would raise one', () => {
    const random = createRandom('slices');
    const rounds = 120;
    let corrected = 0;
    let uncorrected = 0;
    for (let round = 0; round < rounds; round += 1) {
      const { slices } = compareScores(sliced('a', random), sliced('b', random), { seed: `${round}`, draws: 199 });
      corrected += Number(slices.some(({ difference }) => difference.verdict !== 'not_distinguishable'));
      uncorrected += Number(slices.some(({ difference }) => (difference.p_value ?? 1) <= 0.05));
    }
    expect(corrected / rounds).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / rounds));
    expect(uncorrected / rounds).toBeGreaterThan(0.3);
  });
});
