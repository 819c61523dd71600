import { describe, expect, it } from 'vitest';
import {
  canonicalJson,
  createRunId,
  createSampleId,
  findUnsafeName,
  findVaryingFields,
  nearestName,
  parseRunId,
} from '../src/index.ts';

describe('sample ids', () => {
  const base = { query_id: 'a', query_mode: 'm1', unit_id: null, pass: 0 };

  it('are the query id alone where nothing varies', () => {
    expect(createSampleId(base, findVaryingFields([base]))).toBe('a');
  });

  it('name mode, unit and pass only where these vary', () => {
    const other = { ...base, query_mode: 'm2', pass: 1 };
    expect(createSampleId(other, findVaryingFields([base, other]))).toBe('a@m2~1');
    const unit = { ...base, unit_id: 'u/1' };
    expect(createSampleId(unit, findVaryingFields([base, unit]))).toBe('a#u/1');
  });

  it('escape the separators inside parts, so that no two samples share an id', () => {
    const varying = { mode: true, unit: false, pass: false };
    expect(createSampleId({ ...base, query_id: 'a@m1' }, varying)).toBe('a%40m1@m1');
    expect(createSampleId({ ...base, query_id: '50%' }, varying)).toBe('50%25@m1');
  });
});

describe('run ids', () => {
  it('carry label, day and time in local time', () => {
    expect(createRunId('v1', new Date(2026, 5, 1, 14, 30, 22))).toBe('v1_20260601_143022');
  });

  it.each([
    '',
    'a/b',
    'a\\b',
    '..',
    'a..b',
    'CON',
    'nul.txt',
    'a:b',
    'a*',
    ' a',
    'a.',
    'x'.repeat(121),
    '评'.repeat(41),
    'a\nb',
  ])('refuse %j', (name) => {
    expect(findUnsafeName(name)).toBeTypeOf('string');
    expect(() => parseRunId(name)).toThrow('cannot be used as a file name');
  });

  it.each(['v1_20260601_143022', '评测-1', 'console', 'x'.repeat(120)])('accept %j', (name) => {
    expect(parseRunId(name)).toBe(name);
  });
});

describe('canonical JSON', () => {
  it('sorts keys by code unit and leaves white space out', () => {
    expect(canonicalJson({ b: [1, { z: null, a: '"' }], a: undefined, A: 0.1 })).toBe(
      '{"A":0.1,"b":[1,{"a":"\\"","z":null}]}',
    );
  });
});

describe('the nearest name', () => {
  it.each([
    ['hit@6', ['hit@5', 'recall@5'], 'hit@5'],
    ['faithfullness', ['faithfulness', 'fallback_rate'], 'faithfulness'],
    ['user_inptu', ['user_input'], 'user_input'],
    ['zebra', ['user_input'], undefined],
  ])('to %s among %j is %s', (name, candidates, expected) => {
    expect(nearestName(name, candidates)).toBe(expected);
  });
});
