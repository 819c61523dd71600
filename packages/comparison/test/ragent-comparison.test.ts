import { describe, expect, it } from 'vitest';
import { compareScores } from '../src/index.ts';
import { ragentRun } from './ragent-runs.ts';

const RUN20 = ragentRun('run20');
const RUN150 = ragentRun('run150');

describe('run20 compared with run150', () => {
  it('is refused: 14 of the 20 questions are the same', () => {
    expect(() => compareScores(RUN20, RUN150)).toThrow('only 14 of the 20 samples of the smaller run');
  });

  const forced = compareScores(RUN20, RUN150, { force: true });

  it('compares the common samples by force', () => {
    expect(forced).toMatchObject({ n_a: 20, n_b: 150, n_paired: 14, forced: true });
  });

  // 12 of the 14 are scored; 9 differ. Of the 512 patterns of signs of these 9 differences, 40 reach the observed sum,
  // counted with a separate program; the sample size follows from the standard deviation of the 12 differences.
  it('finds faithfulness lower, but not beyond noise', () => {
    const found = forced.metrics['faithfulness'];
    expect(found).toMatchObject({
      n: 12,
      test: 'sign_flip',
      verdict: 'not_distinguishable',
      wins: 3,
      ties: 3,
      losses: 6,
      needed_n: 29,
    });
    expect(found?.mean_a).toBeCloseTo(0.9580605158730159, 12);
    expect(found?.mean_b).toBeCloseTo(0.8612107921318448, 12);
    expect(found?.difference).toBeCloseTo(-0.09684972374117111, 12);
    expect(found?.p_value).toBe(40 / 512);
  });

  it.each([
    ['answer_relevancy', 0.01808661869838822, 3458 / 4096, [5, 0, 7], 2056],
    ['answer_correctness', -0.021438358319929757, 2936 / 4096, [7, 0, 5], 707],
    ['context_precision', -0.026504629616370578, 112 / 256, [1, 9, 2], 112],
  ] as const)('finds %s as worked out apart from it', (metric, difference, p, [wins, ties, losses], needed) => {
    const found = forced.metrics[metric];
    expect(found).toMatchObject({ n: 12, wins, ties, losses, needed_n: needed, verdict: 'not_distinguishable' });
    expect(found?.difference).toBeCloseTo(difference, 12);
    expect(found?.p_value).toBe(p);
  });

  it('finds no difference where there is none: every common hit is a hit in both', () => {
    expect(forced.metrics['hit@5']).toMatchObject({
      n: 12,
      mean_a: 1,
      mean_b: 1,
      difference: 0,
      p_value: 1,
      test: 'mcnemar',
      needed_n: null,
    });
  });

  // Sorted first-token times of the 14: 7073 and 7252 stand in the middle before, 5822 and 5859 after. The median of all
  // 28 is 6515; 7 questions took longer than that only before, 1 only after: p = 2 · (1 + 8) / 256.
  it('finds the median first-token time lower, but not beyond noise', () => {
    const found = forced.metrics['ttft_p50_ms'];
    expect(found).toMatchObject({
      n: 14,
      mean_a: 7162.5,
      mean_b: 5840.5,
      difference: -1322,
      test: 'mcnemar',
      verdict: 'not_distinguishable',
    });
    expect(found?.p_value).toBeCloseTo(18 / 256, 12);
  });
});
