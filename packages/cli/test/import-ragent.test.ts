import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { callCli } from './call-cli.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../../fixtures/ragent');
const ALIASES: Readonly<Record<string, string>> = {
  refusal_when_required: 'false_refusal_rate',
  fallback_when_required: 'fallback_rate',
  total_p95_ms: 'latency_p95_ms',
  total_mean_ms: 'latency_mean_ms',
  ttft_ms: 'ttft_mean_ms',
};

interface OutsideMetric {
  readonly name: string;
  readonly overall: number | null;
  readonly by_intent_l1: Readonly<Record<string, number | null>>;
  readonly by_intent_l2: Readonly<Record<string, number | null>>;
  readonly per_sample: Readonly<Record<string, number | null>>;
}

interface OurScores {
  readonly overall: Readonly<Record<string, number | null>>;
  readonly by_intent_l1: Readonly<Record<string, Readonly<Record<string, number | null>>>>;
  readonly by_intent_l2: Readonly<Record<string, Readonly<Record<string, number | null>>>>;
  readonly per_sample: Readonly<Record<string, { readonly scores: Readonly<Record<string, number>> }>>;
}

/** Pairs of (place, outside value, our value) that differ by more than 1e-12. */
function findDifferences(
  outside: readonly OutsideMetric[],
  ours: OurScores,
): { compared: number; differences: string[] } {
  const differences: string[] = [];
  let compared = 0;
  const check = (place: string, expected: number | null, got: number | null | undefined): void => {
    compared++;
    const equal =
      expected === null
        ? got === null || got === undefined
        : typeof got === 'number' && Math.abs(got - expected) <= 1e-12 * Math.max(1, Math.abs(expected));
    if (!equal) differences.push(`${place}: expected ${expected}, got ${got}`);
  };
  for (const metric of outside) {
    const id = ALIASES[metric.name] ?? metric.name;
    check(`overall ${id}`, metric.overall, ours.overall[id]);
    for (const [slice, value] of Object.entries(metric.by_intent_l1))
      check(`l1 ${slice} ${id}`, value, ours.by_intent_l1[slice]?.[id]);
    for (const [slice, value] of Object.entries(metric.by_intent_l2))
      check(`l2 ${slice} ${id}`, value, ours.by_intent_l2[slice]?.[id]);
    for (const [sample, value] of Object.entries(metric.per_sample))
      check(`${sample} ${id}`, value, ours.per_sample[sample]?.scores[id]);
  }
  return { compared, differences };
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8')) as unknown;
}

describe.each([
  // the number of values that stand in the outside file, counted without our code
  { run: 'run150', compared: 3846 },
  { run: 'run20', compared: 882 },
])('the outside scores of $run', ({ run, compared }) => {
  let folder = '';
  let imported = '';

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'reportcard-'));
    const call = await callCli(
      [
        'import',
        'ragent',
        path.join(FIXTURES, `${run}.jsonl`),
        '--scores',
        path.join(FIXTURES, `${run}_scores.json`),
        '--name',
        run,
      ],
      { cwd: folder },
    );
    imported = call.err + call.out;
    expect(call.code).toBe(0);
    expect((await callCli(['score', run, '--profile', 'ragent'], { cwd: folder })).code).toBe(0);
  });

  it('come out equal to 1e-12: overall, by intent, by sample, RAGAS re-aggregated', () => {
    const outside = (readJson(path.join(FIXTURES, `${run}_scores.json`)) as { metrics: OutsideMetric[] }).metrics;
    const result = findDifferences(outside, readJson(path.join(folder, 'reports', run, '_scores.json')) as OurScores);
    expect(result.differences).toEqual([]);
    expect(result.compared).toBe(compared);
  });

  it('are imported with a word about what was left out', () => {
    expect(imported).toContain('own metrics of the score file were left out');
  });

  it('render all five artefacts, from the workspace and from a bare _scores.json', async () => {
    const report = await callCli(['report', run, '--lang', 'zh'], { cwd: folder });
    expect(report.err).toBe('');
    expect(report.code).toBe(0);
    for (const file of ['report.md', 'per_sample.csv', 'failures.jsonl', 'slides.html'])
      expect(report.out).toContain(`wrote reports/${run}/${file}`);
    const bare = mkdtempSync(path.join(tmpdir(), 'reportcard-'));
    const { copyFileSync } = await import('node:fs');
    copyFileSync(path.join(folder, 'reports', run, '_scores.json'), path.join(bare, '_scores.json'));
    const again = await callCli(['report', path.join(bare, '_scores.json')], { cwd: folder });
    expect(again.code).toBe(0);
    expect((await callCli(['validate', bare], { cwd: folder })).code).toBe(0);
  });
});
