import { describe, expect, it } from 'vitest';
import { type SampleInfo, ScoreTable } from '../src/index.ts';

function sample(id: string): SampleInfo {
  return {
    sample_id: id,
    query_id: id,
    query_mode: 'default',
    unit_id: null,
    pass: 0,
    intent_l1: 'A',
    intent_l2: null,
    difficulty: null,
    requires_rag: null,
    should_refuse: null,
    final_status: 'success',
    labels: {},
    inputs_sha256: '',
    case_sha256: '',
  };
}

describe('a score table', () => {
  it('starts every cell as missing_input and keeps values while it grows', () => {
    const table = new ScoreTable();
    table.addMetric('hit@1');
    for (let index = 0; index < 1000; index++)
      table.set(table.addSample(sample(`q${index}`)), 'hit@1', { value: index % 2, status: 'ok' });
    table.addMetric('late');
    expect(table.length).toBe(1000);
    expect(table.get(777, 'hit@1')).toEqual({ value: 1, status: 'ok' });
    expect(table.get(777, 'late')).toEqual({ value: null, status: 'missing_input' });
    expect(table.column('hit@1').values).toHaveLength(1000);
  });

  it('tells 0 from nothing', () => {
    const table = new ScoreTable();
    table.addMetric('m');
    const row = table.addSample(sample('a'));
    table.set(row, 'm', { value: 0, status: 'ok' });
    expect(table.get(row, 'm').value).toBe(0);
    table.set(row, 'm', { value: null, status: 'judge_error', code: 'truncated' });
    expect(table.get(row, 'm')).toEqual({ value: null, status: 'judge_error', code: 'truncated' });
    table.set(row, 'm', { value: 0.5, status: 'ok' });
    expect(table.get(row, 'm')).toEqual({ value: 0.5, status: 'ok' });
  });

  it('refuses a value that does not fit its status, NaN, and a doubled sample', () => {
    const table = new ScoreTable();
    table.addMetric('m');
    const row = table.addSample(sample('a'));
    expect(() => table.set(row, 'm', { value: null, status: 'ok' })).toThrow('null with status ok');
    expect(() => table.set(row, 'm', { value: 1, status: 'skipped' })).toThrow();
    expect(() => table.set(row, 'm', { value: Number.NaN, status: 'ok' })).toThrow();
    expect(() => table.addSample(sample('a'))).toThrow('stands twice');
  });
});
