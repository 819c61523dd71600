import type { CaseView } from '@reportcard/renderer-kit';
import { describe, expect, it } from 'vitest';
import { pickCases } from '../../src/model/pick-cases.ts';

const view = (id: string, intent: string, ...reasons: string[]): CaseView => ({
  sample_id: id,
  query_id: id,
  query_mode: 'default',
  intent_l1: '',
  intent_l2: intent,
  difficulty: null,
  final_status: 'success',
  error: null,
  user_input: null,
  reference: null,
  answer: null,
  expected: null,
  retrieved: null,
  reasons: reasons.map((reason) => ({ id: reason, label: reason, value: null })),
  diagnosis: '',
  scores: [],
  judge_reasons: [],
  first_token_ms: null,
  latency_ms: null,
  run_line: null,
  failure_line: 1,
});

const ids = (views: readonly CaseView[]): string[] => views.map((one) => one.sample_id);

describe('pickCases', () => {
  const cases = [
    view('a', 'strong', 'miss', 'wrong'),
    view('b', 'weak', 'miss', 'wrong'),
    view('c', 'weak', 'refused'),
    view('d', 'weak', 'wrong'),
  ];

  it('takes one case of each chain, the most frequent chain first, and prefers the weakest intent', () => {
    expect(ids(pickCases(cases, ['miss+wrong', 'wrong', 'refused'], ['weak', 'strong'], 3))).toEqual(['b', 'd', 'c']);
  });

  it('fills up from the first chain when there are fewer chains than places', () => {
    const two = cases.slice(0, 2);
    expect(ids(pickCases(two, ['miss+wrong'], ['weak'], 3))).toEqual(['b', 'a']);
  });

  it('gives nothing for nothing', () => {
    expect(pickCases([], ['miss'], [], 3)).toEqual([]);
  });
});
