import type { Comparison, GateReport } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { evaluateGate, type GateOptions, parseGateRule } from '../src/index.ts';
import { comparison, difference, head, MS, stats } from './scores-heads.ts';

const SCORES = head({
  'hit@5': { value: 0.87, stats: stats(100), l2: { S1: 0.6 } },
  ttft_p50_ms: { value: 900, stats: stats(100), info: MS },
});
const DROPPED = difference({
  metric: 'hit@5',
  mean_a: 0.9,
  mean_b: 0.87,
  difference: -0.03,
  ci95: [-0.08, 0.02],
  p_value: 0.4,
  p_adjusted: 0.4,
});
const WORSE = difference({ ...DROPPED, ci95: [-0.05, -0.01], p_value: 0.01, p_adjusted: 0.01, verdict: 'worse' });
const SLOWER = difference({
  metric: 'ttft_p50_ms',
  mean_a: 800,
  mean_b: 900,
  difference: 100,
  ci95: [40, 160],
  verdict: 'worse',
  p_adjusted: 0.001,
});

function gate(baseline: Comparison, text: string, options: GateOptions = {}): GateReport {
  return evaluateGate(SCORES, [parseGateRule(text, text.includes('=') ? 'max_drop' : 'not_worse')], {
    baseline,
    ...options,
  });
}

describe('max_drop', () => {
  it('allows a drop equal to the limit and no more', () => {
    const compared = comparison({ 'hit@5': DROPPED });
    expect(gate(compared, 'hit@5=0.03')).toMatchObject({ verdict: 'pass', baseline_run_id: 'v0' });
    expect(gate(compared, 'hit@5=0.029').rules[0]).toMatchObject({
      verdict: 'fail',
      value: 0.03,
      baseline: 0.9,
      n: 100,
      message: 'a drop of 0.03 from 0.9 where 0.029 is allowed (n = 100 paired)',
    });
  });

  it('takes a rise of what should be low for a drop', () => {
    const compared = comparison({ ttft_p50_ms: SLOWER });
    expect(gate(compared, 'ttft_p50_ms=99').rules[0]).toMatchObject({ verdict: 'fail', value: 100, ci95: [40, 160] });
    expect(gate(compared, 'ttft_p50_ms=100').verdict).toBe('pass');
  });

  it('passes when it became better', () => {
    const better = difference({ ...DROPPED, mean_b: 0.95, difference: 0.05, ci95: [0.01, 0.09], verdict: 'improved' });
    expect(gate(comparison({ 'hit@5': better }), 'hit@5=0').rules[0]).toMatchObject({
      verdict: 'pass',
      value: -0.05,
      ci95: [-0.09, -0.01],
    });
  });

  it('by interval: the largest drop that the interval allows counts', () => {
    const compared = comparison({ 'hit@5': DROPPED });
    expect(gate(compared, 'hit@5=0.05', { noise: 'interval' }).rules[0]).toMatchObject({
      verdict: 'fail',
      value: 0.08,
    });
    expect(gate(compared, 'hit@5=0.08', { noise: 'interval' }).verdict).toBe('pass');
    const bare = comparison({ 'hit@5': difference({ ...DROPPED, ci95: null }) });
    expect(gate(bare, 'hit@5=0.08', { noise: 'interval' }).verdict).toBe('inconclusive');
  });

  it('by significance: fails only when the test calls it worse', () => {
    expect(gate(comparison({ 'hit@5': DROPPED }), 'hit@5=0.01', { noise: 'significance' }).verdict).toBe(
      'inconclusive',
    );
    expect(gate(comparison({ 'hit@5': WORSE }), 'hit@5=0.01', { noise: 'significance' }).verdict).toBe('fail');
  });

  it('compares slices with slices', () => {
    const inSlice = difference({ ...DROPPED, n: 12, difference: -0.5, mean_a: 0.9 });
    const compared = comparison(
      { 'hit@5': difference({ ...DROPPED, difference: 0 }) },
      { slices: [{ dimension: 'l2', key: 'S1', difference: inSlice }] },
    );
    expect(gate(compared, 'hit@5@l2:S1=0.1').rules[0]).toMatchObject({
      verdict: 'fail',
      n: 12,
      rule: 'hit@5@l2:S1 drops <= 0.1',
    });
  });

  it('is inconclusive where nothing pairs', () => {
    const none = difference({ ...DROPPED, n: 0, difference: null, ci95: null, verdict: 'not_measured' });
    expect(gate(comparison({ 'hit@5': none }), 'hit@5=1').rules[0]).toMatchObject({
      verdict: 'inconclusive',
      message: 'no sample is scored in both runs',
    });
    expect(gate(comparison({}), 'hit@5=1').verdict).toBe('inconclusive');
  });

  it('is inconclusive where this run was measured too little', () => {
    const thin = head({ 'hit@5': { value: 0.9, stats: stats(50, { n_eligible: 100 }) } });
    const report = evaluateGate(thin, [parseGateRule('hit@5=1', 'max_drop')], {
      baseline: comparison({ 'hit@5': DROPPED }),
    });
    expect(report.verdict).toBe('inconclusive');
  });
});

describe('not_worse', () => {
  it('fails when the test says worse, and passes what cannot be told apart', () => {
    expect(gate(comparison({ 'hit@5': WORSE }), 'hit@5').rules[0]).toMatchObject({
      verdict: 'fail',
      basis: 'significance',
      threshold: null,
      message: 'significantly worse: a drop of 0.03 from 0.9 (p = 0.01, n = 100 paired)',
    });
    expect(gate(comparison({ 'hit@5': DROPPED }), 'hit@5').rules[0]).toMatchObject({
      verdict: 'pass',
      rule: 'hit@5 not worse',
    });
  });

  it('is inconclusive when it was not measured', () => {
    expect(gate(comparison({}), 'hit@5').verdict).toBe('inconclusive');
  });
});

describe('a baseline rule', () => {
  it('needs a baseline', () => {
    expect(() => evaluateGate(SCORES, [parseGateRule('hit@5', 'not_worse')])).toThrow(
      expect.objectContaining({ code: 'usage', hint: 'name it with --baseline RUN' }),
    );
  });

  it('needs a comparison of this run', () => {
    expect(() => gate(comparison({ 'hit@5': WORSE }, { run_b: 'v2' }), 'hit@5')).toThrow(
      expect.objectContaining({ code: 'usage' }),
    );
  });

  it('is about metrics only', () => {
    expect(() => gate(comparison({}), 'failure_rate=0.1')).toThrow(expect.objectContaining({ code: 'usage' }));
  });

  it('hands on what the comparison warns of', () => {
    expect(gate(comparison({ 'hit@5': DROPPED }, { warnings: ['the judges differ'] }), 'hit@5').warnings).toEqual([
      'the judges differ',
    ]);
  });
});
