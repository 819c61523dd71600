import { describe, expect, it } from 'vitest';
import { gateMatchers } from '../src/vitest/index.ts';
import { head, stats } from './scores-heads.ts';

expect.extend(gateMatchers);

const SCORES = head({ 'hit@5': { value: 0.85, stats: stats(20) } });

describe('toPassGate', () => {
  it('matches scores that pass rules given as text or as configuration', () => {
    expect(SCORES).toPassGate(['hit@5>=0.85']);
    expect(SCORES).toPassGate({ min: { 'hit@5': 0.85 } });
  });

  it('does not match scores that fail, and says why', () => {
    expect(() => expect(SCORES).toPassGate(['hit@5>=0.9'])).toThrow('0.85 is below the minimum 0.9');
    expect(SCORES).not.toPassGate(['hit@5>=0.9']);
  });

  it('does not match where nothing was measured', () => {
    expect(SCORES).not.toPassGate(['faithfulness>=0']);
    expect(() => expect(SCORES).toPassGate({ min: { faithfulness: 0 } })).toThrow('inconclusive');
  });

  it('takes options, and those of the configuration', () => {
    const thin = head({ 'hit@5': { value: 0.85, stats: stats(10, { n_eligible: 20 }) } });
    expect(thin).not.toPassGate(['hit@5>=0.5']);
    expect(thin).toPassGate(['hit@5>=0.5'], { minCoverage: 0.5 });
    expect(thin).toPassGate({ min: { 'hit@5': 0.5 }, minCoverage: 0.5 });
  });
});
