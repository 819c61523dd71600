import type { GateReport, ScoresHead } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { combineVerdicts, evaluateGate, exitCodeOf, type GateOptions, parseGateRule } from '../src/index.ts';
import { head, MS, RATIO, stats } from './scores-heads.ts';

function gate(scores: ScoresHead, rules: readonly string[], options: GateOptions = {}): GateReport {
  return evaluateGate(
    scores,
    rules.map((rule) => parseGateRule(rule)),
    options,
  );
}

const TWENTY = stats(20, { ci95: [0.64, 0.9476], ci_method: 'wilson' });
const GOOD = head({ 'hit@5': { value: 0.85, stats: TWENTY } });

describe('a threshold', () => {
  it('is met by a value equal to it: 0.85 from 17 of 20', () => {
    const report = gate(head({ 'hit@5': { value: 17 / 20, stats: TWENTY } }), ['hit@5>=0.85']);
    expect(report).toMatchObject({ verdict: 'pass', run_id: 'v1', baseline_run_id: null });
    expect(report.rules[0]).toMatchObject({
      value: 0.85,
      threshold: 0.85,
      n: 20,
      coverage: 1,
      message: '0.85 equals the minimum 0.85 (n = 20)',
    });
  });

  it('fails below the minimum and above the maximum', () => {
    const scores = head({
      'hit@5': { value: 0.85, stats: TWENTY },
      ttft_p50_ms: { value: 3000.5, stats: stats(20), info: MS },
    });
    const report = gate(scores, ['hit@5>=0.9', 'ttft_p50_ms<=3000']);
    expect(report.verdict).toBe('fail');
    expect(report.rules.map((rule) => rule.message)).toEqual([
      '0.85 is below the minimum 0.9 (n = 20)',
      '3000.5 is above the maximum 3000 (n = 20)',
    ]);
  });

  it('compares unrounded and prints the digits that tell', () => {
    const report = gate(head({ 'hit@5': { value: 0.899999999, stats: TWENTY } }), ['hit@5>=0.9']);
    expect(report.rules[0]).toMatchObject({
      verdict: 'fail',
      message: '0.899999999 is below the minimum 0.9 (n = 20)',
    });
  });

  it('keeps a zero a zero', () => {
    expect(gate(head({ 'hit@5': { value: 0, stats: TWENTY } }), ['hit@5<=0']).rules[0]).toMatchObject({
      verdict: 'pass',
      value: 0,
    });
  });
});

describe('what was measured too little', () => {
  it('is inconclusive: coverage 94.9 % where 95 % is needed', () => {
    const thin = stats(949, { n_eligible: 1000, n_judge_error: 51 });
    const report = gate(head({ faithfulness: { value: 0.99, stats: thin } }), ['faithfulness>=0.5']);
    expect(report.verdict).toBe('inconclusive');
    expect(report.rules[0]?.message).toBe(
      'only 94.9 % of the eligible samples were scored (949 of 1000, at least 95 % needed): 51 judge errors',
    );
  });

  it('decides at exactly the coverage needed, and at less where that is allowed', () => {
    const enough = head({ faithfulness: { value: 0.99, stats: stats(19, { n_eligible: 20 }) } });
    const half = head({ faithfulness: { value: 0.99, stats: stats(10, { n_eligible: 20 }) } });
    expect(gate(enough, ['faithfulness>=0.5']).verdict).toBe('pass');
    expect(gate(half, ['faithfulness>=0.5'], { minCoverage: 0.5 }).verdict).toBe('pass');
  });

  it('is inconclusive without samples, also for a rule that any value would meet', () => {
    const empty = head(
      { 'hit@5': { value: null, stats: stats(0) } },
      { failures: { n_failed: 0, n_total: 0, by_reason: {}, combinations: [] } },
    );
    expect(gate(empty, ['hit@5>=0', 'hit@5<=1', 'failure_rate<=1']).rules.map((rule) => rule.verdict)).toEqual([
      'inconclusive',
      'inconclusive',
      'inconclusive',
    ]);
  });

  it('is inconclusive where all values are null', () => {
    const none = stats(0, { n_eligible: 20, n_skipped: 20 });
    const outside = stats(0, { n_total: 20, n_not_applicable: 20 });
    const scores = head({
      faithfulness: { value: null, stats: none },
      wrong_answer_rate: { value: null, stats: outside },
    });
    expect(gate(scores, ['faithfulness>=0.5', 'wrong_answer_rate<=0']).rules.map((rule) => rule.message)).toEqual([
      'none of the 20 eligible samples was scored: 20 skipped',
      'the metric applies to none of the 20 samples',
    ]);
  });

  it('is inconclusive where a fifth and more is undefined', () => {
    const many = stats(79, { n_total: 100, n_undefined: 21 });
    const few = stats(80, { n_total: 100, n_undefined: 20 });
    expect(gate(head({ faithfulness: { value: 1, stats: many } }), ['faithfulness>=0.5']).rules[0]?.message).toContain(
      'undefined for 21 %',
    );
    expect(gate(head({ faithfulness: { value: 1, stats: few } }), ['faithfulness>=0.5']).verdict).toBe('pass');
  });

  it('is inconclusive for a metric that exists but not in this run', () => {
    expect(gate(GOOD, ['faithfulness>=0.5']).rules[0]).toMatchObject({ verdict: 'inconclusive', value: null, n: 0 });
    expect(gate(GOOD, ['evidence_recall@5>=0.5'], { knownMetrics: ['evidence_recall@5'] }).verdict).toBe(
      'inconclusive',
    );
  });

  it('is inconclusive for a gate without rules', () => {
    expect(gate(GOOD, [])).toMatchObject({
      verdict: 'inconclusive',
      warnings: ['no rules were given, so nothing was decided'],
    });
  });
});

describe('the verdict', () => {
  it('is fail when one rule failed, whatever the others say', () => {
    expect(gate(GOOD, ['hit@5>=0.5', 'faithfulness>=0.5', 'hit@5>=0.99']).verdict).toBe('fail');
  });

  it('is inconclusive when nothing failed and something is unknown', () => {
    expect(gate(GOOD, ['hit@5>=0.5', 'faithfulness>=0.5']).verdict).toBe('inconclusive');
  });

  it('has an exit code: 0 passed, 1 failed, 3 inconclusive', () => {
    expect([combineVerdicts(['pass']), combineVerdicts(['fail']), combineVerdicts([])].map(exitCodeOf)).toEqual([
      0, 1, 3,
    ]);
  });
});

describe('noise', () => {
  it('by interval: the bad bound must keep the limit', () => {
    const report = gate(GOOD, ['hit@5>=0.8', 'hit@5>=0.6', 'hit@5<=0.9'], { noise: 'interval' });
    expect(report.rules.map((rule) => [rule.verdict, rule.value, rule.basis])).toEqual([
      ['fail', 0.64, 'interval'],
      ['pass', 0.64, 'interval'],
      ['fail', 0.9476, 'interval'],
    ]);
    expect(report.rules[0]?.message).toBe('lower bound 0.64 is below the minimum 0.8 (n = 20)');
  });

  it('by interval: inconclusive where the interval has no such bound', () => {
    const open = head({
      latency_p95_ms: { value: 900, stats: stats(20, { ci95: [500, null], ci_method: 'order' }), info: MS },
    });
    expect(gate(open, ['latency_p95_ms<=1000'], { noise: 'interval' }).rules[0]).toMatchObject({
      verdict: 'inconclusive',
      value: null,
      message: 'too few samples for the upper bound of the interval',
    });
  });

  it('by significance: fails only beyond noise, and never passes below the limit', () => {
    const rules = ['hit@5>=0.85', 'hit@5>=0.9', 'hit@5>=0.95'];
    expect(gate(GOOD, rules, { noise: 'significance' }).rules.map((rule) => rule.verdict)).toEqual([
      'pass',
      'inconclusive',
      'fail',
    ]);
  });

  it('by significance: inconclusive without interval', () => {
    const bare = head({ 'hit@5': { value: 0.85, stats: stats(20) } });
    expect(gate(bare, ['hit@5>=0.9'], { noise: 'significance' }).verdict).toBe('inconclusive');
  });
});

describe('slices', () => {
  const scores = head({
    'hit@1': { value: 0.5, stats: TWENTY, l2: { S1_shop: 0.1 } },
    'hit@10': {
      value: 0.9,
      stats: TWENTY,
      l1: { SUPPORT: 0.9, shared: 0.4 },
      l2: { S1_shop: 0.6, S1_shoes: 0.5, S2_send: 0.2, shared: 0.3, '': 0.7, 'a*b': 0.45, 'x=y': 0.8, __proto__x: 1 },
      label: { difficulty: { easy: 0.95, hard: 0.35 } },
    },
  });

  it.each([
    ['hit@10@l2:S1_shop>=0.6', 0.6],
    ['hit@10@S1_shop>=0.6', 0.6],
    ['hit@10@SUPPORT>=0.6', 0.9],
    ['hit@10@l1:shared>=0.1', 0.4],
    ['hit@10@l2:shared>=0.1', 0.3],
    ['hit@10@label:difficulty=hard>=0.1', 0.35],
    ['hit@10@label:difficulty:hard>=0.1', 0.35],
    ['hit@10@easy>=0.1', 0.95],
    ['hit@10@l2:>=0.1', 0.7],
    ['hit@10@l2:x=y>=0.1', 0.8],
    ['hit@10@l2:a*b>=0.1', 0.45],
    ['hit@1@S1_shop>=0', 0.1],
  ])('reads %s', (rule, value) => {
    expect(gate(scores, [rule]).rules.map((result) => result.value)).toEqual([value]);
  });

  it('takes globs, with one result a slice', () => {
    const report = gate(scores, ['hit@10@l2:S1_*>=0.55']);
    expect(report.rules.map((rule) => [rule.rule, rule.slice, rule.verdict])).toEqual([
      ['hit@10@l2:S1_shop>=0.55', { dimension: 'l2', key: 'S1_shop' }, 'pass'],
      ['hit@10@l2:S1_shoes>=0.55', { dimension: 'l2', key: 'S1_shoes' }, 'fail'],
    ]);
    expect(gate(scores, ['hit@10@S?_send>=0.2']).rules[0]?.slice).toEqual({ dimension: 'l2', key: 'S2_send' });
    expect(gate(scores, ['hit@10@label:difficulty=*>=0']).rules.map((rule) => rule.slice?.key)).toEqual([
      'easy',
      'hard',
    ]);
  });

  it('refuses a name that stands in several dimensions, and says how to write it', () => {
    expect(() => gate(scores, ['hit@10@shared>=0.1'])).toThrow(
      expect.objectContaining({ code: 'usage', hint: 'write "l2:shared" or "l1:shared"' }),
    );
  });

  it('refuses an unknown slice with the nearest name', () => {
    expect(() => gate(scores, ['hit@10@S1_shopp>=0.1'])).toThrow(
      expect.objectContaining({ code: 'usage', hint: 'did you mean "S1_shop"?' }),
    );
    expect(() => gate(scores, ['hit@10@l2:S1_hsop>=0.1'])).toThrow(
      expect.objectContaining({ hint: 'did you mean "l2:S1_shop"?' }),
    );
    expect(() => gate(scores, ['hit@10@l2:Z*>=0.1'])).toThrow(expect.objectContaining({ code: 'usage' }));
  });

  it('takes the longest metric id that is known, and the rest for the slice', () => {
    const nested = head({
      hit: { value: 0.1, stats: TWENTY, l2: { '5': 0.3, '7': 0.4 } },
      'hit@5': { value: 0.2, stats: TWENTY, l2: { '5': 0.5 } },
    });
    const values = gate(nested, ['hit>=0', 'hit@5>=0', 'hit@7>=0', 'hit@5@5>=0']).rules.map((rule) => rule.value);
    expect(values).toEqual([0.1, 0.2, 0.4, 0.5]);
  });

  it('refuses an unknown metric with the nearest name', () => {
    expect(() => gate(scores, ['hitt@10>=0.1'])).toThrow(
      expect.objectContaining({ code: 'usage', hint: 'did you mean "hit@10"?' }),
    );
    expect(() => gate(scores, ['hitt@10@S1_shop>=0.1'])).toThrow(
      expect.objectContaining({ hint: 'did you mean "hit@10"?' }),
    );
    expect(() => gate(scores, ['faithfullness>=0.1'])).toThrow(
      expect.objectContaining({ hint: 'did you mean "faithfulness"?' }),
    );
  });

  it('takes __proto__ for a name like any other, known or not', () => {
    expect(() => gate(scores, ['__proto__>=0.1'])).toThrow(expect.objectContaining({ code: 'usage' }));
    expect(() => gate(scores, ['hit@10@l2:constructor>=0.1'])).toThrow(expect.objectContaining({ code: 'usage' }));
    const odd = head({ 'hit@5': { value: 1, stats: TWENTY, l2: JSON.parse('{"__proto__":0.5}') } });
    odd.by_intent_l2 = JSON.parse('{"__proto__":{"hit@5":0.5}}');
    odd.stats.by_intent_l2 = JSON.parse(`{"__proto__":{"hit@5":${JSON.stringify(stats(20))}}}`);
    expect(gate(odd, ['hit@5@l2:__proto__>=0.5']).rules[0]?.value).toBe(0.5);
  });

  it('reads the query modes of a run that has several', () => {
    const groups = {
      overall: { 'hit@5': 0.7 },
      by_intent_l1: {},
      by_intent_l2: {},
      by_label: {},
      stats: { overall: { 'hit@5': stats(20) }, by_intent_l1: {}, by_intent_l2: {}, by_label: {} },
    };
    const modes = head({ 'hit@5': { value: 0.9, stats: TWENTY } }, { by_query_mode: { vector: groups } });
    expect(gate(modes, ['hit@5@mode:vector>=0.7']).rules[0]).toMatchObject({
      verdict: 'pass',
      slice: { dimension: 'query_mode', key: 'vector' },
    });
  });
});

describe('failures', () => {
  const failures = {
    n_failed: 5,
    n_total: 20,
    by_reason: { 'hit@5_miss': 3, faithfulness_low: 2, over_retrieved: 0 },
    combinations: [],
  };
  const full = head(
    { 'hit@5': { value: 0.85, stats: TWENTY }, faithfulness: { value: 0.9, stats: TWENTY } },
    { failures },
  );

  it('counts by reason, and 0 counts', () => {
    expect(
      gate(full, ['failures:hit@5_miss<=3', 'failures:hit@5_miss<=2', 'failures:over_retrieved<=0']).rules.map(
        (rule) => rule.verdict,
      ),
    ).toEqual(['pass', 'fail', 'pass']);
  });

  it('knows the share of all samples that failed, and for which reason', () => {
    const report = gate(full, ['failure_rate<=0.25', 'failure_rate<=0.2', 'failure_rate:faithfulness_low<=0.1']);
    expect(report.rules.map((rule) => [rule.value, rule.verdict])).toEqual([
      [0.25, 'pass'],
      [0.25, 'fail'],
      [0.1, 'pass'],
    ]);
  });

  it('lets noise play a part in a rate but not in a count', () => {
    const report = gate(full, ['failure_rate<=0.3', 'failures:hit@5_miss<=3'], { noise: 'interval' });
    expect(report.rules.map((rule) => [rule.basis, rule.verdict])).toEqual([
      ['interval', 'fail'],
      ['value', 'pass'],
    ]);
  });

  it('cannot pass on a reason whose metric was measured too little, but can fail', () => {
    const thin = head({ faithfulness: { value: 0.9, stats: stats(10, { n_eligible: 20 }) } }, { failures });
    const rules = [
      'failures:faithfulness_low<=5',
      'failures:faithfulness_low<=1',
      'failure_rate<=0.5',
      'failure_rate<=0.1',
    ];
    expect(gate(thin, rules).rules.map((rule) => rule.verdict)).toEqual([
      'inconclusive',
      'fail',
      'inconclusive',
      'fail',
    ]);
  });

  it('is inconclusive for a reason for which nothing was measured', () => {
    expect(
      gate(full, ['failures:answer_correctness_low<=0', 'failures:request_failed<=0']).rules.map(
        (rule) => rule.verdict,
      ),
    ).toEqual(['inconclusive', 'inconclusive']);
  });

  it('refuses an unknown reason with the nearest name', () => {
    expect(() => gate(full, ['failures:hit@5_mis<=0'])).toThrow(
      expect.objectContaining({ code: 'usage', hint: 'did you mean "hit@5_miss"?' }),
    );
  });
});

describe('coverage and cost', () => {
  const usage = {
    faithfulness: { calls: 10, prompt_tokens: 900, completion_tokens: 100, money: 0.5 },
    context_recall: { calls: 5, prompt_tokens: 400, completion_tokens: 50, money: 0.25 },
  };
  const base = head({
    faithfulness: { value: 0.9, stats: stats(19, { n_eligible: 20, n_skipped: 1 }), l2: { S1: 0.5 } },
  });
  const scores = { ...base, meta: { ...base.meta, usage } };

  it('judges the coverage of a metric, overall and in a slice', () => {
    const report = gate(scores, ['coverage:faithfulness>=0.96', 'coverage:faithfulness@l2:S1>=1'], {
      minCoverage: 0.5,
    });
    expect(report.rules.map((rule) => [rule.metric, rule.value, rule.verdict])).toEqual([
      ['coverage:faithfulness', 0.95, 'fail'],
      ['coverage:faithfulness', 1, 'pass'],
    ]);
  });

  it('sums what the judge cost', () => {
    const report = gate(scores, [
      'cost:calls<=15',
      'cost:tokens<=1449',
      'cost:money<=0.75',
      'cost:prompt_tokens<=1300',
      'cost:completion_tokens<=1',
    ]);
    expect(report.rules.map((rule) => [rule.value, rule.verdict])).toEqual([
      [15, 'pass'],
      [1450, 'fail'],
      [0.75, 'pass'],
      [1300, 'pass'],
      [150, 'fail'],
    ]);
  });

  it('is inconclusive where prices are not known, and 0 where no judge was asked', () => {
    const unpriced = { ...base, meta: { ...base.meta, usage: { faithfulness: { calls: 1 } } } };
    expect(gate(unpriced, ['cost:money<=1']).verdict).toBe('inconclusive');
    expect(gate(base, ['cost:money<=0']).rules[0]).toMatchObject({ verdict: 'pass', value: 0 });
  });

  it('refuses an unknown cost with the nearest name', () => {
    expect(() => gate(base, ['cost:monney<=1'])).toThrow(
      expect.objectContaining({ code: 'usage', hint: 'did you mean "cost:money"?' }),
    );
  });
});

describe('lexical metrics', () => {
  const scores = head({ lex_faithfulness: { value: 0.9, stats: TWENTY, info: { ...RATIO, group: 'lexical' } } });

  it('are refused unless allowed', () => {
    expect(() => gate(scores, ['lex_faithfulness>=0.5'])).toThrow(
      expect.objectContaining({ code: 'usage', hint: expect.stringContaining('--allow-lexical') }),
    );
    expect(gate(scores, ['lex_faithfulness>=0.5'], { allowLexical: true }).verdict).toBe('pass');
  });
});

describe('warnings', () => {
  it('say that scores given by hand count, and which do not', () => {
    const stale = { sample_id: 's', metric: 'm', manual: 1, source: 'x', why: 'gone' };
    const scores = { ...GOOD, meta: { ...GOOD.meta, manual_overrides: 2, overrides_stale: [stale] } };
    expect(gate(scores, ['hit@5>=0.5'], { warnings: ['the sheet is newer'] }).warnings).toEqual([
      '2 scores were given by hand and count',
      '1 scores given by hand are stale and do not count',
      'the sheet is newer',
    ]);
  });
});
