import type { EvidenceItem } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { createSpanMetric, type SpanMeasure } from '../../src/index.ts';
import { evaluate } from './evaluator-input.ts';

const evidence = [
  { locator: { file_path: 'f.txt', span: [100, 200] } },
  { locator: { file_path: 'f.txt', span: [300, 350] } },
] as unknown as EvidenceItem[];

async function measure(name: SpanMeasure, k: number, spans: [string, number, number][]): Promise<unknown> {
  const results = spans.map(([document_id, start, end], index) => ({
    id: `${index}`,
    source: { document_id, start, end },
  }));
  return (await evaluate(createSpanMetric(name, k), { evidence }, { results })).value;
}

describe('character spans', () => {
  it('shares characters of the same file only', async () => {
    const spans: [string, number, number][] = [
      ['f.txt', 150, 250],
      ['g.txt', 100, 200],
    ];
    expect(await measure('precision', 5, spans)).toBe(50 / 200);
    expect(await measure('recall', 5, spans)).toBe(50 / 150);
  });

  it('counts a character once, however often it was retrieved', async () => {
    const spans: [string, number, number][] = [
      ['f.txt', 100, 180],
      ['f.txt', 150, 210],
    ];
    expect(await measure('precision', 5, spans)).toBe(100 / 110);
    expect(await measure('recall', 5, spans)).toBe(100 / 150);
  });

  it('looks at the first k results', async () => {
    const spans: [string, number, number][] = [
      ['f.txt', 0, 50],
      ['f.txt', 100, 200],
    ];
    expect(await measure('recall', 1, spans)).toBe(0);
    expect(await measure('recall', 2, spans)).toBe(100 / 150);
  });

  it('is 0 when nothing was retrieved, and shares nothing at a bare touch', async () => {
    expect(await measure('precision', 5, [])).toBe(0);
    expect(await measure('recall', 5, [])).toBe(0);
    expect(await measure('precision', 5, [['f.txt', 200, 300]])).toBe(0);
  });

  it('is skipped without evidence spans and has no value where a result says no span', async () => {
    const metric = createSpanMetric('recall', 5);
    expect(await evaluate(metric, { evidence: [{ text: 'x' }] }, { results: [] })).toMatchObject({
      name: 'span_recall@5',
      value: null,
      metadata: { skipped: true },
    });
    expect(await evaluate(metric, { evidence }, { results: [{ id: '1' }] })).toMatchObject({
      value: null,
      metadata: { missing: 'spans' },
    });
  });
});
