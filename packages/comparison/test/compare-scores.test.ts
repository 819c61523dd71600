import { ComparisonSchema, ReportcardError, type ScoresFile } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { compareScores } from '../src/index.ts';
import { JUDGED, MS, type Row, runOf, scoresFile } from './scores-files.ts';

function refusal(a: ScoresFile, b: ScoresFile): ReportcardError | null {
  try {
    compareScores(a, b);
    return null;
  } catch (error) {
    return error instanceof ReportcardError ? error : null;
  }
}

describe('paired differences', () => {
  it('are over the samples scored in both runs', () => {
    const a = runOf('a', [0.2, 0.4, null, 0.8, 0.5]);
    const b = runOf('b', [0.4, 0.4, 0.9, null, 0.7]);
    const { metrics, n_paired } = compareScores(a, b);
    expect(n_paired).toBe(5);
    expect(metrics['m']).toMatchObject({
      n: 3,
      mean_a: (0.2 + 0.4 + 0.5) / 3,
      mean_b: 0.5,
      wins: 2,
      ties: 1,
      losses: 0,
    });
    expect(metrics['m']?.difference).toBeCloseTo(0.4 / 3, 15);
  });

  it('have the exact sign-flip p: 0.1, 0.2, 0.3 and 0.4 all up is 2 of 16', () => {
    const found = compareScores(runOf('a', [0, 0, 0, 0]), runOf('b', [0.1, 0.2, 0.3, 0.4])).metrics['m'];
    expect(found).toMatchObject({
      p_value: 0.125,
      p_adjusted: 0.125,
      test: 'sign_flip',
      verdict: 'not_distinguishable',
    });
  });

  it("have McNemar's p for 0/1 scores: 1 and 9 discordant pairs give 22 of 1024", () => {
    const a = runOf('a', [1, ...Array(9).fill(0), ...Array(20).fill(1)]);
    const b = runOf('b', [0, ...Array(9).fill(1), ...Array(20).fill(1)]);
    const found = compareScores(a, b).metrics['m'];
    expect(found).toMatchObject({ test: 'mcnemar', verdict: 'improved', wins: 9, ties: 20, losses: 1 });
    expect(found?.p_value).toBeCloseTo(22 / 1024, 12);
    expect(compareScores(b, a).metrics['m']).toMatchObject({ verdict: 'worse', wins: 1, losses: 9 });
  });

  it('call a rise of what should be low worse', () => {
    const slow = Array.from({ length: 20 }, (_, i) => 100 + i);
    const facts = { metrics: { m: { ...MS, aggregate: 'mean' as const } } };
    const found = compareScores(
      runOf('a', slow, {}, facts),
      runOf(
        'b',
        slow.map((ms) => ms + 10 + (ms % 3)),
        {},
        facts,
      ),
    ).metrics['m'];
    expect(found).toMatchObject({ verdict: 'worse', wins: 0, losses: 20 });
  });

  it('say how many samples it would take: differences 0.2, 0, 0, 0 need 2.802² · 4 + 1.921, rounded up', () => {
    const found = compareScores(runOf('a', [0, 0.5, 0.5, 0.5]), runOf('b', [0.2, 0.5, 0.5, 0.5])).metrics['m'];
    expect(found?.needed_n).toBe(Math.ceil(2.8015852 ** 2 * 4 + 1.959964 ** 2 / 2));
    expect(compareScores(runOf('a', [0.5]), runOf('b', [0.5])).metrics['m']?.needed_n).toBeNull();
  });

  it('of no common samples are not measured', () => {
    const found = compareScores(runOf('a', [null, null]), runOf('b', [1, 1])).metrics['m'];
    expect(found).toMatchObject({
      n: 0,
      mean_a: null,
      difference: null,
      p_value: null,
      test: 'none',
      verdict: 'not_measured',
    });
  });

  it('compare percentiles with percentiles', () => {
    const facts = { metrics: { m: MS } };
    const a = Array.from({ length: 40 }, (_, i) => 1000 + 10 * i);
    const found = compareScores(
      runOf('a', a, {}, facts),
      runOf(
        'b',
        a.map((ms) => ms - 300),
        {},
        facts,
      ),
    ).metrics['m'];
    expect(found).toMatchObject({
      mean_a: 1195,
      mean_b: 895,
      difference: -300,
      verdict: 'improved',
      wins: 40,
      needed_n: null,
    });
    expect(found?.ci95).toEqual([-300, -300]);
  });

  it('come out the same to the bit again, whatever the order of the samples', () => {
    const values = Array.from({ length: 30 }, (_, i) => ((i * 37) % 101) / 101);
    const rows = (shift: number): [string, Row][] =>
      values.map((value, i) => [`s${i}`, { scores: { m: (value + shift * (i % 5)) % 1 } }]);
    const a = scoresFile('a', Object.fromEntries(rows(0)));
    const first = compareScores(a, scoresFile('b', Object.fromEntries(rows(0.05))));
    const again = compareScores(a, scoresFile('b', Object.fromEntries(rows(0.05).reverse())));
    expect(again.metrics).toEqual(first.metrics);
    expect(
      compareScores(a, scoresFile('b', Object.fromEntries(rows(0.05))), { seed: 'other' }).metrics['m']?.ci95,
    ).not.toEqual(first.metrics['m']?.ci95);
    expect(ComparisonSchema.parse(JSON.parse(JSON.stringify(first)))).toEqual(JSON.parse(JSON.stringify(first)));
  });

  it('are those of metrics that both runs have', () => {
    const b = scoresFile('b', { s0: { scores: { m: 1, extra: 1 } } }, { metrics: { extra: JUDGED, m: JUDGED } });
    expect(Object.keys(compareScores(runOf('a', [1]), b).metrics)).toEqual(['m']);
  });
});

describe('pairing', () => {
  it('goes by the case, not by the name of the sample', () => {
    const a = scoresFile('a', {
      x: { case_sha256: 'c1', scores: { m: 0.25 } },
      y: { case_sha256: 'c2', scores: { m: 0.5 } },
    });
    const b = scoresFile('b', {
      y: { case_sha256: 'c1', scores: { m: 0.75 } },
      x: { case_sha256: 'c2', scores: { m: 0.5 } },
    });
    expect(compareScores(a, b).metrics['m']).toMatchObject({ n: 2, difference: 0.25, wins: 1, ties: 1 });
  });

  it('ignores names of query modes and units where a run has one of each', () => {
    const a = runOf('a', [0, 0], { query_mode: 'bm25', unit_id: 'u1' }, { meta: { query_modes: ['bm25'] } });
    const b = runOf('b', [1, 1], { query_mode: 'vector', unit_id: 'u2' }, { meta: { query_modes: ['vector'] } });
    expect(compareScores(a, b).n_paired).toBe(2);
  });

  it('keeps passes and modes apart where they vary', () => {
    const rows = (shift: number): Record<string, Row> => ({
      's@x~0': { case_sha256: 'c', query_mode: 'x', pass: 0, scores: { m: shift } },
      's@y~0': { case_sha256: 'c', query_mode: 'y', pass: 0, scores: { m: shift / 2 } },
      's@x~1': { case_sha256: 'c', query_mode: 'x', pass: 1, scores: { m: shift / 4 } },
    });
    const facts = { meta: { query_modes: ['x', 'y'] } };
    const { n_paired, metrics, slices, warnings } = compareScores(
      scoresFile('a', rows(0), facts),
      scoresFile('b', rows(0.8), facts),
    );
    expect(n_paired).toBe(3);
    expect(metrics['m']).toMatchObject({ n: 2, mean_b: 0.5 });
    const modes = slices.filter(({ dimension }) => dimension === 'query_mode');
    expect(modes.map(({ key, difference }) => [key, difference.mean_b])).toEqual([
      ['x', 0.5],
      ['y', 0.4],
    ]);
    expect(warnings.join()).toContain('not independent');
  });

  it('pairs a case that stands twice by query id, then in order', () => {
    const a = scoresFile('a', {
      p: { case_sha256: 'c', scores: { m: 0.1 } },
      q: { case_sha256: 'c', scores: { m: 0.2 } },
    });
    const b = scoresFile('b', {
      q: { case_sha256: 'c', scores: { m: 0.2 } },
      z: { case_sha256: 'c', scores: { m: 0.1 } },
    });
    expect(compareScores(a, b).metrics['m']).toMatchObject({ n: 2, ties: 2 });
  });
});

describe('a refusal', () => {
  it('comes when less than 80 % of the smaller run pairs, and not at 80 %', () => {
    const ten = Array(10).fill(1);
    const shifted = (n: number): ScoresFile =>
      scoresFile(
        'b',
        Object.fromEntries(
          ten.map((value, i) => [`s${i}`, { case_sha256: i < n ? `case s${i}` : `other ${i}`, scores: { m: value } }]),
        ),
      );
    expect(refusal(runOf('a', ten), shifted(7))).toMatchObject({
      code: 'data',
      message:
        'a and b cannot be compared: only 7 of the 10 samples of the smaller run have the same case in the other',
      got: '70 %',
    });
    expect(refusal(runOf('a', ten), shifted(8))).toBeNull();
  });

  it('comes for a run without samples', () => {
    expect(refusal(runOf('a', []), runOf('b', [1]))).toMatchObject({ code: 'data', got: 'a run without samples' });
  });

  it('lists every difference in how the runs were scored', () => {
    const judge = { id: 'j1', model: 'small', served_models: [], families: [], prompt_set: 'zh-1' };
    const embedder = { id: 'e', model: 'e-1', dim: 3 };
    const metrics = { m: JUDGED };
    const a = runOf('a', [1], {}, { metrics, meta: { judge, embedder, profile: 'ragent' } });
    const b = runOf(
      'b',
      [1],
      {},
      {
        metrics,
        meta: { judge: { ...judge, model: 'large', prompt_set: 'zh-2' }, embedder: { ...embedder, model: 'e-2' } },
      },
    );
    expect(refusal(a, b)?.problems.map((problem) => problem.message)).toEqual([
      'the profile differs',
      'the judge differs',
      'the prompt set differs',
      'the embedder differs',
    ]);
    expect(refusal(a, b)?.problems[1]?.got).toBe('j1 (small) and j1 (large)');
  });

  it('does not come for another judge when judged scores are not compared at all', () => {
    const judge = { id: 'j', model: 'm', served_models: [], families: [], prompt_set: null };
    const metrics = { m: JUDGED };
    expect(refusal(runOf('a', [1], {}, { metrics, meta: { judge } }), runOf('b', [null], {}, { metrics }))).toBeNull();
    expect(
      refusal(runOf('a', [1], {}, { metrics, meta: { judge } }), runOf('b', [1], {}, { metrics }))?.message,
    ).toContain('the judge differs');
  });

  it('is overruled by force, which is told with the reasons', () => {
    const forced = compareScores(runOf('a', [1, 1]), runOf('b', [0.5, 0.5], {}, { meta: { profile: 'trec' } }), {
      force: true,
    });
    expect(forced).toMatchObject({ forced: true, n_paired: 2 });
    expect(forced.warnings).toEqual([
      'compared by force: the profile differs (expected one profile for both runs, got default and trec)',
    ]);
    expect(compareScores(runOf('a', [1]), runOf('b', [1]), { force: true })).toMatchObject({
      forced: false,
      warnings: [],
    });
  });

  it('is a warning only where conventions differ within one profile', () => {
    const policies = { dedupe: 'cut-first' as const, quantile: 7 as const, fallback_phrases: [], dedupe_changed: 4 };
    expect(compareScores(runOf('a', [1]), runOf('b', [1], {}, { meta: { policies } })).warnings).toEqual([
      'the runs were scored under different conventions: dedupe',
    ]);
  });
});

describe('slices', () => {
  it('correct the p values of a metric over all its slices by Holm', () => {
    const rows = (value: (slice: string, i: number) => number): Record<string, Row> =>
      Object.fromEntries(
        ['A', 'B', 'C'].flatMap((slice) =>
          Array.from({ length: 10 }, (_, i): [string, Row] => [
            `${slice}${i}`,
            { intent_l2: slice, intent_l1: 'all', scores: { m: value(slice, i) } },
          ]),
        ),
      );
    const a = scoresFile(
      'a',
      rows(() => 0),
    );
    const b = scoresFile(
      'b',
      rows((slice, i) => (slice === 'A' ? 1 : slice === 'B' && i < 7 ? 1 : 0)),
    );
    const { slices } = compareScores(a, b);
    const shown = slices.map(({ dimension, key, difference }) => [
      dimension,
      key,
      difference.n,
      difference.p_value,
      difference.p_adjusted,
      difference.verdict,
    ]);
    const [allP = 0, aP = 0, bP = 0] = [2 / 2 ** 17, 2 / 2 ** 10, 2 / 2 ** 7];
    expect(shown).toEqual([
      ['l1', 'all', 30, expect.closeTo(allP, 12), expect.closeTo(4 * allP, 12), 'improved'],
      ['l2', 'A', 10, expect.closeTo(aP, 12), expect.closeTo(3 * aP, 12), 'improved'],
      ['l2', 'B', 10, expect.closeTo(bP, 12), expect.closeTo(2 * bP, 12), 'improved'],
      ['l2', 'C', 10, 1, 1, 'not_distinguishable'],
    ]);
  });

  it('take a verdict back that does not survive the correction', () => {
    const rows = (value: number): Record<string, Row> =>
      Object.fromEntries(
        Array.from({ length: 36 }, (_, i): [string, Row] => [
          `s${i}`,
          { labels: { region: i % 6 }, scores: { m: i % 6 === 0 ? value : 0 } },
        ]),
      );
    const { slices, metrics } = compareScores(scoresFile('a', rows(0)), scoresFile('b', rows(1)));
    const first = slices.find(({ key }) => key === '0');
    expect(first).toMatchObject({
      dimension: 'label:region',
      difference: {
        p_value: expect.closeTo(1 / 32, 12),
        p_adjusted: expect.closeTo(6 / 32, 12),
        verdict: 'not_distinguishable',
      },
    });
    expect(metrics['m']).toMatchObject({ p_value: expect.closeTo(1 / 32, 12), verdict: 'improved' });
  });

  it('are keyed as the run keys its second level', () => {
    const rows = {
      s0: { intent_l1: 'L', intent_l2: 'x', difficulty: 'hard', scores: { m: 1 } },
      s1: { intent_l1: 'L', scores: { m: 1 } },
    };
    const keys = (l2_key: 'l2' | 'l1/l2'): string[] =>
      compareScores(scoresFile('a', rows), scoresFile('b', rows, { meta: { l2_key } })).slices.map(
        ({ dimension, key }) => `${dimension} ${key}`,
      );
    expect(keys('l2')).toEqual(['l1 L', 'l2 x', 'l2 ', 'label:difficulty hard', 'label:difficulty ']);
    expect(keys('l1/l2')).toEqual(['l1 L', 'l2 L/x', 'l2 ', 'label:difficulty hard', 'label:difficulty ']);
  });

  it('take __proto__ for a name', () => {
    const rows = {
      s0: { intent_l1: '__proto__', labels: JSON.parse('{"__proto__":"constructor"}'), scores: { m: 1 } },
    };
    const { slices } = compareScores(scoresFile('a', rows), scoresFile('b', rows));
    expect(slices.map(({ dimension, key }) => [dimension, key])).toEqual([
      ['l1', '__proto__'],
      ['label:__proto__', 'constructor'],
    ]);
  });
});

describe('failures', () => {
  it('are new where the sample did not fail before, fixed where it no longer does', () => {
    const a = scoresFile('a', {
      s0: { failure_reasons: [], scores: { m: 1 } },
      s1: { failure_reasons: ['hit@5_miss'], scores: { m: 0 } },
      s2: { failure_reasons: ['hit@5_miss'], scores: { m: 0 } },
    });
    const b = scoresFile('b', {
      t0: { query_id: 'q0', case_sha256: 'case s0', failure_reasons: ['faithfulness_low(0.20)'], scores: { m: 0 } },
      t1: { query_id: 'q1', case_sha256: 'case s1', failure_reasons: [], scores: { m: 1 } },
      t2: { query_id: 'q2', case_sha256: 'case s2', failure_reasons: ['empty_response'], scores: { m: 0 } },
    });
    expect(compareScores(a, b)).toMatchObject({
      new_failures: [{ query_id: 'q0', sample_id: 't0', failure_reasons: ['faithfulness_low(0.20)'] }],
      fixed_failures: [{ query_id: 'q1', sample_id: 't1', failure_reasons: ['hit@5_miss'] }],
    });
  });
});
