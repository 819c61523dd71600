import type { ScoresFile } from '@reportcard/report-schema';
import { parse as parseCsv } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import {
  createMatrix,
  formatMatrixCsv,
  formatMatrixJson,
  formatMatrixLatex,
  formatMatrixMarkdown,
  markParetoFront,
} from '../src/index.ts';
import { JUDGED, MS, RATIO, type Row, type RunFacts, scoresFile } from './scores-files.ts';

const METRICS = { 'hit@5': RATIO, faithfulness: JUDGED, ttft_p50_ms: MS };

/** A run of 30 cases that hits the first `hits`, always as faithful, at one speed. */
function run(name: string, hits: number, ms: number, known: Partial<RunFacts['meta']> = {}): ScoresFile {
  const rows = Array.from({ length: 30 }, (_, i): [string, Row] => [
    `s${i}`,
    { scores: { 'hit@5': i < hits ? 1 : 0, faithfulness: 0.5 + (i % 3) / 10, ttft_p50_ms: ms } },
  ]);
  return scoresFile(name, Object.fromEntries(rows), {
    metrics: METRICS,
    meta: { recipe_manifest: { name: `recipe ${name}` }, ...known },
  });
}

describe('createMatrix', () => {
  it('has a row a run with its values and how many samples stand behind them', () => {
    const matrix = createMatrix([run('a', 15, 100)]);
    expect(matrix).toMatchObject({ quality: 'faithfulness', against: 'ttft_p50_ms' });
    expect(Object.keys(matrix.metrics)).toEqual(['hit@5', 'faithfulness', 'ttft_p50_ms']);
    expect(matrix.rows).toEqual([
      expect.objectContaining({
        run_id: 'a',
        recipe: 'recipe a',
        benchmark: 'shop',
        query_mode: 'default',
        n_samples: 30,
        values: { 'hit@5': 0.5, faithfulness: expect.closeTo(0.6, 12), ttft_p50_ms: 100 },
        n: { 'hit@5': 30, faithfulness: 30, ttft_p50_ms: 30 },
        best: [],
        pareto: true,
      }),
    ]);
  });

  it('marks the best only where it is better than each other beyond noise', () => {
    const best = (runs: ScoresFile[]): (readonly string[])[] =>
      createMatrix(runs, { metrics: ['hit@5', 'faithfulness'] }).rows.map((row) => row.best);
    expect(best([run('a', 10, 100), run('b', 28, 100), run('c', 12, 100)])).toEqual([[], ['hit@5'], []]);
    expect(best([run('a', 10, 100), run('b', 28, 100), run('c', 26, 100)])).toEqual([[], [], []]);
    expect(best([run('a', 10, 100)])).toEqual([[]]);
  });

  it('corrects for the number of runs: 6 discordant pairs tell from one other run, not from two', () => {
    const best = (runs: ScoresFile[]): (readonly string[])[] =>
      createMatrix(runs, { metrics: ['hit@5'] }).rows.map((row) => row.best);
    expect(best([run('a', 10, 1), run('b', 16, 1)])).toEqual([[], ['hit@5']]);
    expect(best([run('a', 10, 1), run('b', 16, 1), run('c', 10, 1)])).toEqual([[], [], []]);
  });

  it('takes the lower for the better where that is the direction', () => {
    expect(
      createMatrix([run('a', 10, 900), run('b', 10, 500)], { metrics: ['ttft_p50_ms'] }).rows.map((row) => row.best),
    ).toEqual([[], ['ttft_p50_ms']]);
  });

  it('marks nothing among runs that may not be compared', () => {
    const rows = createMatrix([run('a', 0, 100), run('b', 30, 100, { profile: 'trec' })], { metrics: ['hit@5'] }).rows;
    expect(rows.map((row) => row.best)).toEqual([[], []]);
  });

  it('compares within a benchmark only', () => {
    const other = run('b', 30, 100, { benchmark: { name: 'law' } });
    const matrix = createMatrix([run('a', 0, 100), other, run('c', 0, 200)], { metrics: ['hit@5'] });
    expect(matrix.rows.map((row) => [row.benchmark, row.run_id, row.best, row.pareto])).toEqual([
      ['shop', 'a', [], true],
      ['shop', 'c', [], false],
      ['law', 'b', [], true],
    ]);
  });

  it('has a row a query mode, which compete with one another', () => {
    const rows = ['bm25', 'vector'].flatMap((mode) =>
      Array.from({ length: 20 }, (_, i): [string, Row] => [
        `s${i}@${mode}`,
        { query_mode: mode, case_sha256: `c${i}`, scores: { 'hit@5': mode === 'vector' ? 1 : 0 } },
      ]),
    );
    const scores = scoresFile('a', Object.fromEntries(rows), {
      metrics: { 'hit@5': RATIO },
      meta: { query_modes: ['bm25', 'vector'] },
    });
    const groups = (value: number): NonNullable<ScoresFile['by_query_mode']>[string] => ({
      overall: { 'hit@5': value },
      by_intent_l1: {},
      by_intent_l2: {},
      by_label: {},
      stats: scores.stats,
    });
    const matrix = createMatrix([{ ...scores, by_query_mode: { bm25: groups(0), vector: groups(1) } }]);
    expect(matrix.rows.map((row) => [row.query_mode, row.n_samples, row.values['hit@5'], row.best])).toEqual([
      ['bm25', 20, 0, []],
      ['vector', 20, 1, ['hit@5']],
    ]);
  });

  it('refuses a metric that no run has, with the nearest name', () => {
    expect(() => createMatrix([run('a', 1, 1)], { metrics: ['hit@55'] })).toThrow(
      expect.objectContaining({ code: 'usage', hint: 'did you mean "hit@5"?' }),
    );
  });

  it('is empty for no runs', () => {
    expect(createMatrix([])).toMatchObject({ rows: [], quality: null, against: null });
    expect(formatMatrixCsv(createMatrix([]))).toBe('benchmark,recipe,query_mode,run_id,n_samples,pareto\n');
  });
});

describe('markParetoFront', () => {
  it('keeps what nothing beats in both', () => {
    const points = [
      { quality: 0.9, cost: 300 },
      { quality: 0.8, cost: 100 },
      { quality: 0.8, cost: 200 },
      { quality: 0.9, cost: 300 },
      { quality: null, cost: 1 },
      { quality: 0.7, cost: 100 },
    ];
    expect(markParetoFront(points, { quality: 'up', cost: 'down' })).toEqual([true, true, false, true, null, false]);
  });
});

describe('formats', () => {
  const hostile = run('=1+1|<b>&_%{$"x",\ny', 29, 0, { recipe_manifest: { name: '\\evil_{100%} & #~^' } });
  const matrix = createMatrix([run('a', 10, 100.5), hostile], { metrics: ['hit@5', 'ttft_p50_ms'] });

  it('write Markdown with bold best values, zeros as zeros, one line a row', () => {
    const lines = formatMatrixMarkdown(matrix).split('\n');
    expect(lines[0]).toBe('| benchmark | recipe | mode | run | n | hit@5 ↑ | ttft\\_p50\\_ms ↓ | Pareto |');
    expect(lines[2]).toBe('| shop | recipe a | default | a | 30 | 0.3333 | 100.5 |  |');
    expect(lines[3]?.split(/(?<!\\)\|/)).toHaveLength(10);
    expect(lines[3]).toContain('| **0.9667** | **0** | ◆ |');
    expect(lines[3]).toContain('=1+1\\|&lt;b\\>&amp;\\_%{$"x", y');
  });

  it('write CSV that reads back whole, formulas guarded', () => {
    const records: string[][] = parseCsv(formatMatrixCsv(matrix));
    expect(records.map((record) => record.length)).toEqual([16, 16, 16]);
    expect(records[2]?.[3]).toBe(`'=1+1|<b>&_%{$"x",\ny`);
    expect(records[1]?.slice(4, 10)).toEqual(['30', String(1 / 3), '30', '', '', '0']);
    expect(records[2]?.at(-1)).toBe('1');
  });

  it('write JSON that holds everything', () => {
    expect(JSON.parse(formatMatrixJson(matrix))).toEqual(JSON.parse(JSON.stringify(matrix)));
  });

  it('write LaTeX in which no name can act', () => {
    const lines = formatMatrixLatex(matrix).split('\n');
    expect(lines[0]).toBe('\\begin{tabular}{lllrrr}');
    expect(lines[2]).toBe('benchmark & recipe & mode & $n$ & hit@5 & ttft\\_p50\\_ms \\\\');
    expect(lines[5]).toBe(
      'shop & \\textbackslash{}evil\\_\\{100\\%\\} \\& \\#\\textasciitilde{}\\textasciicircum{}$^{\\diamond}$ & default & 30 & \\textbf{0.9667} & \\textbf{0} \\\\',
    );
  });
});
