import { describe, expect, it } from 'vitest';
import { formatProblem, gateVersion, ReportcardError } from '../src/index.ts';

describe('the version gate', () => {
  it('takes a document without a version for the newest', () => {
    expect(gateVersion('run', { a: 1 })).toEqual({ a: 1 });
  });

  it('migrates scores of version 0, whose per-sample map was called samples', () => {
    expect(gateVersion('scores', { schema_version: 0, samples: { q: {} } })).toEqual({
      schema_version: 1,
      per_sample: { q: {} },
    });
  });

  it.each([2, 99])('refuses the newer version %i and says what to upgrade', (version) => {
    expect(() => gateVersion('scores', { schema_version: version }, { file: 'x.json' })).toThrow(ReportcardError);
    expect(() => gateVersion('scores', { schema_version: version })).toThrow('newer version');
  });

  it.each([['1'], [1.5], [-1], [null]])('refuses %j as a version', (version) => {
    expect(() => gateVersion('run', { schema_version: version })).toThrow('schema_version is not a version');
  });

  it('says so when no migration exists', () => {
    expect(() => gateVersion('run', { schema_version: 0 })).toThrow('no migration for a run of version 0');
  });
});

describe('a problem in words', () => {
  it('names place, field, fault, expectation, finding and remedy', () => {
    expect(
      formatProblem({
        file: 'a.jsonl',
        line: 3,
        path: 'pass',
        message: 'wrong',
        expected: 'a number',
        got: '"x"',
        hint: 'fix it',
      }),
    ).toBe('a.jsonl:3 pass: wrong (expected a number, got "x") — fix it');
    expect(formatProblem({ message: 'wrong' })).toBe('wrong');
  });
});
