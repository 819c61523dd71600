import { describe, expect, it } from 'vitest';
import { judgeState, missesTarget, type Target } from '../../src/index.ts';

const atLeast: Target = { kind: 'min', threshold: 0.9, verdict: 'fail', basis: 'value' };
const atMost: Target = { kind: 'max', threshold: 0.1, verdict: 'fail', basis: 'value' };

function judge(value: number | null, ci95: readonly [number | null, number | null] | null, target: Target | null) {
  return judgeState({ value, target, ci95, own_verdict: false });
}

describe('judgeState', () => {
  it('is none without a target', () => {
    expect(judge(0.5, [0.4, 0.6], null)).toBe('none');
  });

  it('is good on target, in either direction', () => {
    expect(judge(0.9, null, atLeast)).toBe('good');
    expect(judge(0.1, null, atMost)).toBe('good');
  });

  it('is amber when the target is missed but the interval spans it', () => {
    expect(judge(0.88, [0.85, 0.91], atLeast)).toBe('amber');
    expect(judge(0.12, [0.08, 0.16], atMost)).toBe('amber');
  });

  it('is bad when the interval lies beyond the target, or there is none', () => {
    expect(judge(0.8, [0.75, 0.85], atLeast)).toBe('bad');
    expect(judge(0.8, null, atLeast)).toBe('bad');
  });

  it('takes an open end of an interval for endless', () => {
    expect(judge(0.8, [0.7, null], atLeast)).toBe('amber');
  });

  it('is inconclusive where there is a target and no value, or the gate says so', () => {
    expect(judge(null, null, atLeast)).toBe('inconclusive');
    const unsure: Target = { ...atLeast, verdict: 'inconclusive' };
    expect(judgeState({ value: 0.95, target: unsure, ci95: null, own_verdict: true })).toBe('inconclusive');
    expect(judgeState({ value: 0.95, target: unsure, ci95: null, own_verdict: false })).toBe('good');
  });

  it('follows the verdict of the gate for the very value it judged', () => {
    const passed: Target = { ...atLeast, verdict: 'pass' };
    expect(judgeState({ value: 0.8999999999, target: passed, ci95: null, own_verdict: true })).toBe('good');
  });

  it('counts amber and bad as missed', () => {
    expect(['good', 'amber', 'bad', 'inconclusive', 'none'].map((state) => missesTarget(state as 'good'))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });
});
