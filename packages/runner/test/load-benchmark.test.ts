import { describe, expect, it } from 'vitest';
import { createDocumentKey, toSegment } from '../src/index.ts';
import { loadBenchmark } from '../src/load-benchmark.ts';
import { createBenchmark, numberedCases } from './fixed-system.ts';

const workspace = { signal: new AbortController().signal };

describe('loadBenchmark', () => {
  it('lists every duplicate and unknown id in one error', async () => {
    const [first] = numberedCases(1);
    const cases = [...numberedCases(2), first ?? { query_id: 'q1', user_input: '' }];
    const units = [{ unit_id: 'u', case_ids: ['q9'], document_ids: ['d9'] }, { unit_id: 'u' }];
    const error = await loadBenchmark(createBenchmark(cases, { units }), workspace).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'data' });
    expect((error as { problems: { got: string }[] }).problems.map((problem) => problem.got)).toEqual([
      'q1',
      'u',
      'q9',
      'd9',
    ]);
  });

  it('refuses a benchmark without cases or with an empty list of units', async () => {
    await expect(loadBenchmark(createBenchmark([]), workspace)).rejects.toMatchObject({
      code: 'data',
      message: 'the benchmark holds no cases',
    });
    await expect(loadBenchmark(createBenchmark(numberedCases(1), { units: [] }), workspace)).rejects.toMatchObject({
      code: 'data',
    });
  });
});

describe('document keys', () => {
  it('are Heta’s raw keys, with unsafe characters percent-encoded', () => {
    const manifest = { name: 'uda', split: null };
    expect(createDocumentKey({ name: 'multi hop', split: 'test' }, { document_id: 'd1', name: 'a.pdf' })).toBe(
      'raw/benchmarks/multi hop/test/d1/a.pdf',
    );
    expect(createDocumentKey(manifest, { document_id: 'ADI/2009/page_49.pdf' })).toBe(
      'raw/benchmarks/uda/all/ADI%2F2009%2Fpage_49.pdf/ADI%2F2009%2Fpage_49.pdf',
    );
    expect(['..', '.', 'con', 'a:b', 'x.', ' x', 'nul.txt', '', '中文', '100%'].map(toSegment)).toEqual([
      '%2E%2E',
      '%2E',
      '%63on',
      'a%3Ab',
      'x%2E',
      '%20x',
      '%6Eul.txt',
      '%',
      '中文',
      '100%',
    ]);
  });
});
