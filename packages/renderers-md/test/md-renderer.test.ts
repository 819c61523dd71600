import { renderArtefacts } from '@reportcard/renderer-kit';
import {
  buildFixtureInput,
  createFixture,
  createFixtureContext,
  createOrdinaryCases,
  FIXTURES,
  testRenderer,
} from '@reportcard/renderer-kit/testing';
import { BASELINE_ORDER } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import mdRenderer, { mdRenderer as named, renderComment, renderReport } from '../src/index.ts';
import { collect, type Node, parseGfm, readTables, tablesOf, textOf } from './parse-gfm.ts';

testRenderer(mdRenderer, { describe, it });

const zh = createFixtureContext('zh-CN');
const en = createFixtureContext('en');

function report(name: string): string {
  return renderReport(createFixture(name), en);
}

function headingsOf(markdown: string): string[] {
  return collect(parseGfm(markdown), 'heading').map(textOf);
}

const OUR_TAGS = /^<\/?(?:details|summary|b|code)>$|^<!-- reportcard(?::comment| scores_sha256: [0-9a-f]{64}) -->$/;
const OUR_LINKS =
  /^(?:per_sample\.csv|failures\.jsonl(?:#L\d+)?|_scores\.json|slides\.html|\.\.\/\.\.\/runs\/[\w.]+#L\d+)$/;
const SECTIONS = [
  'Own metrics',
  'RAGAS metrics',
  'Slices by intent (worst Hit@5 first)',
  'Causes of failure',
  'Worst cases',
  'Why unscored',
  'Answered or refused',
];

function createPage(title: string, text: string): { title: string; text: string; tree: Node } {
  return { title, text, tree: parseGfm(text) };
}

describe('every page', () => {
  const pages = FIXTURES.flatMap(({ name, create }) => {
    const input = create();
    return [
      createPage(`report of "${name}" in English`, renderReport(input, en)),
      createPage(`report of "${name}" in Chinese`, renderReport(input, zh)),
      createPage(`comment on "${name}"`, renderComment(input, en)),
    ];
  });

  it.each(pages)('has no ragged table: $title', ({ tree }) => {
    for (const table of tablesOf(tree)) expect(new Set(table.map((row) => row.length)).size).toBe(1);
  });

  it.each(pages)('has no tag, image or link but our own: $title', ({ tree }) => {
    const tags = collect(tree, 'html').flatMap((node) => node.value?.match(/<!--.*?-->|<[^>]*>/gs) ?? []);
    const urls = collect(tree, 'link').map((node) => node.url ?? '');
    expect(tags.filter((tag) => !OUR_TAGS.test(tag))).toEqual([]);
    expect(urls.filter((url) => !OUR_LINKS.test(url))).toEqual([]);
    expect(collect(tree, 'image')).toEqual([]);
  });

  it.each(pages)('has no headings but our own: $title', ({ tree }) => {
    expect(collect(tree, 'heading').length).toBeLessThanOrEqual(SECTIONS.length + 1);
  });

  it.each(pages)('closes what it folds and leaves no loose white space: $title', ({ text }) => {
    expect(text.match(/^<details>$/gm)?.length).toBe(text.match(/^<\/details>$/gm)?.length);
    expect(text).not.toMatch(/[ \t]$|\n{3}/m);
    expect(text).toMatch(/[^\n]\n$/);
  });
});

describe('report.md', () => {
  it('is the default and a named export', () => {
    expect(named).toBe(mdRenderer);
  });

  it('begins with the run, its verdict and what failed', () => {
    expect(report('full').split('\n').slice(0, 9)).toEqual([
      '# RAG evaluation report · v1_20260601_143022',
      '',
      '> [!CAUTION]',
      '> **Failed (4/7)** — Hit@5 82.7% misses its target of ≥ 90.0%; 2 more rules failed',
      '> - ❌ Hit@5 82.7% (≥ 90.0%)',
      '> - ❌ Recall@5 82.7% (≥ 85.0%)',
      '> - ❌ Faithfulness 0.827 (≥ 0.850)',
      '>',
      '> Weakest point: “S1_选购推荐” reaches only 59.1% in Hit@5',
    ]);
  });

  it.each([
    ['all pass', '> [!TIP]'],
    ['all null', '> [!WARNING]'],
    ['bare scores', '> [!NOTE]'],
  ])('shows the verdict of "%s" as %s', (name, line) => {
    expect(report(name)).toContain(line);
  });

  it('has its sections in reading order', () => {
    expect(headingsOf(report('full')).slice(1)).toEqual(SECTIONS);
  });

  it('tells the facts of the run in one row', () => {
    const [facts] = readTables(report('full'));
    expect(facts).toEqual([
      ['Data set', 'Samples', 'System', 'Judge', 'Recorded', 'Baseline', 'Commit'],
      [
        'golden_set v12',
        '139',
        'assistant-rag v1.8.2',
        'judge-large × 3',
        '2026-06-01 14:30 +08:00',
        'v1_20260525_101500',
        '3f9c2ab',
      ],
    ]);
  });

  it('shows the thirteen own metrics in their order', () => {
    const own = readTables(report('full'))[2] ?? [];
    expect(own[0]).toEqual([
      '',
      'Metric',
      'This run',
      'Target',
      'vs. baseline',
      '95 % interval',
      'n',
      'missing',
      'n/a',
    ]);
    expect(own.slice(1).map((row) => row[1]?.split(' ').at(-1))).toEqual([...BASELINE_ORDER]);
    expect(own[4]).toEqual(['❌', 'Hit@5 hit@5', '82.7%', '≥ 90.0%', '0 pp ≈', '78.5% – 87.0%', '139', '0', '0']);
  });

  it('sets a value in bold only where it misses its target', () => {
    const lines = report('full').split('\n');
    expect(lines.find((line) => line.includes('`recall@5`'))).toContain('| 🟡 | Recall@5 `recall@5` | **82.7%** |');
    expect(lines.find((line) => line.includes('`hit@3`'))).toContain('| · | Hit@3 `hit@3` | 82.7% |');
  });

  it('has no columns for targets and changes where there are none', () => {
    const own = readTables(report('bare scores'))[1] ?? [];
    expect(own[0]).toEqual(['', 'Metric', 'This run', '95 % interval', 'n', 'missing', 'n/a']);
  });

  it('says why RAGAS metrics were not measured', () => {
    expect(report('no judge')).toContain('Not measured (no judge configured).');
    expect(report('full')).not.toContain('Not measured');
  });

  it('shows second-level intents worst first, with a mark where samples are few', () => {
    const table = readTables(report('full')).find((rows) => rows[0]?.[0] === 'Second-level intent') ?? [];
    expect(table.slice(1, 3).map((row) => row.slice(0, 4))).toEqual([
      ['S1_选购推荐', 'SUPPORT', '22', '██████░░░░\u00a059%'],
      ['O5_以旧换新', 'ORDER', '9 ⚠️', '███████░░░\u00a067%'],
    ]);
  });

  it('says how many samples stand behind a value where they are fewer than in its row', () => {
    const cases = createOrdinaryCases().map((fixture, index) => {
      const { faithfulness, ...rest } = fixture.scores;
      return fixture.intent_l2 === 'S6_兼容性' && index % 5 > 0 ? { ...fixture, scores: rest } : fixture;
    });
    const text = renderReport(buildFixtureInput(cases), en);
    const table = readTables(text).find((rows) => rows[0]?.[0] === 'Second-level intent') ?? [];
    expect(table.find((row) => row[0] === 'S6_兼容性')?.[6]).toBe('1 (n=2 ⚠️)');
    expect(table.find((row) => row[0] === 'O5_以旧换新')?.[6]).toBe('0.67');
  });

  it('shows fifteen slices and folds the rest', () => {
    const tables = readTables(report('120 intents')).filter((rows) => rows[0]?.[0] === 'Second-level intent');
    expect(tables.map((rows) => rows.length - 1)).toEqual([15, 105]);
    expect(report('120 intents')).toContain('<summary>105 more</summary>');
  });

  it('shows combinations of causes with their share', () => {
    const table = readTables(report('full')).find((rows) => rows[0]?.[0] === 'Causes together');
    expect(table).toEqual([
      ['Causes together', 'Count', 'Share'],
      ['not among the first 5 + wrong answer', '24', '██████████\u00a0100%'],
    ]);
  });

  it('links a case to its physical lines', () => {
    const urls = collect(parseGfm(report('full')), 'link').map((node) => node.url);
    expect(urls).toContain('../../runs/v1_20260601_143022.jsonl#L14');
    expect(urls).toContain('failures.jsonl#L1');
  });

  it('makes no link to records that stand elsewhere', () => {
    const input = createFixture('full');
    const records = { ...input.records, path: 's3://bucket/runs/x.jsonl' } as NonNullable<typeof input.records>;
    expect(renderReport({ ...input, records }, en)).toContain('`s3://bucket/runs/x.jsonl:14` · [failures.jsonl:1]');
  });

  it('says that texts are not at hand when only the scores are', () => {
    const text = report('bare scores');
    expect(text).toContain('- Expected: not at hand');
    expect(text).toContain('Only the scores were at hand: questions and answers are left out.');
  });

  it('tells failures from the scores when none are given', () => {
    const { scores, scores_sha256 } = createFixture('bare scores');
    expect(renderReport({ scores, scores_sha256, failures: [] }, en)).toContain('<summary><b>S1-14</b>');
  });

  it('shows human scores before and after', () => {
    const table = readTables(report('full')).find((rows) => rows[0]?.[0] === 'Sample') ?? [];
    expect(table[1]).toEqual(['S1-01', 'Faithfulness', '0.350', '1', 'reviewer-1', '检索片段里有依据']);
    expect(table[2]?.slice(2, 4)).toEqual(['judge: answer cut off', '0.800']);
  });

  it('says why samples have no score', () => {
    const table = readTables(report('no judge')).find((rows) => rows[0]?.[1] === 'Status');
    expect(table?.[1]?.slice(1)).toEqual(['not asked', 'no judge configured no_judge', '139']);
  });

  it('shows answered and refused questions', () => {
    const table = readTables(report('full')).find((rows) => rows[1]?.[0] === 'Answerable');
    expect(table).toEqual([
      ['', 'answered', 'refused'],
      ['Answerable', '139', '0'],
      ['To be refused', '0', '0'],
    ]);
  });

  it('carries the hash of the scores in a comment', () => {
    const { scores_sha256 } = createFixture('full');
    expect(report('full').trimEnd().endsWith(`<!-- reportcard scores_sha256: ${scores_sha256} -->`)).toBe(true);
  });

  it('keeps hostile text out of the template language', () => {
    expect(report('hostile text')).toContain('{{ 7\\*7 }}');
    expect(report('hostile text')).not.toMatch(/\b49\b/);
  });

  it('is in the language of the reader, with the texts of the team on top', () => {
    const team = createFixtureContext('zh-CN', { 'title.report': '手机助手周报', 'metric.hit@5.label': '前五命中' });
    const text = renderReport(createFixture('full'), team);
    expect(text).toMatch(/^# 手机助手周报 · v1_20260601_143022\n/);
    expect(text).toContain('| ❌ | 前五命中 `hit@5` |');
    expect(headingsOf(text)).toContain('失败归因');
  });
});

describe('report-comment.md', () => {
  it('is made by the option variant', async () => {
    const [artefact] = await renderArtefacts(mdRenderer, createFixture('full'), { variant: 'comment' }, en);
    expect(artefact?.path).toBe('report-comment.md');
    expect(artefact?.body).toBe(renderComment(createFixture('full'), en));
  });

  it('begins with the mark by which a bot finds it again', () => {
    expect(renderComment(createFixture('full'), en)).toMatch(/^<!-- reportcard:comment -->\n/);
  });

  it('shows the metrics that have a target and the five worst intents', () => {
    const [metrics, worst] = readTables(renderComment(createFixture('full'), en));
    expect(metrics?.slice(1).map((row) => row[1]?.split(' ').at(-1))).toEqual([
      'hit@5',
      'recall@5',
      'mrr@10',
      'false_refusal_rate',
      'ttft_p50_ms',
      'faithfulness',
      'answer_correctness',
    ]);
    expect(worst?.map((row) => row[0])).toEqual([
      'Second-level intent',
      'S1_选购推荐',
      'O5_以旧换新',
      'S6_兼容性',
      'S5_参数对比',
      'A1_登录找回',
    ]);
  });

  it('stays short however many intents there are', () => {
    expect(renderComment(createFixture('120 intents'), en).length).toBeLessThan(4000);
  });
});

describe('options', () => {
  async function render(options: unknown): Promise<string> {
    const [artefact] = await renderArtefacts(mdRenderer, createFixture('full'), options, en);
    return String(artefact?.body);
  }

  it('set how many slices and cases are shown', async () => {
    const text = await render({ slices: 3, cases: 2 });
    expect(text).toContain('<summary>4 more</summary>');
    expect(text.match(/^<summary><b>/gm)).toHaveLength(2);
    expect(text).toContain('22 further failures are in [failures.jsonl](failures.jsonl).');
  });

  it('leave cases out', async () => {
    expect(headingsOf(await render({ cases: 0 }))).not.toContain('Worst cases');
  });

  it('let a template of the user extend ours', async () => {
    const own =
      '{% extends "@builtin/report.md.njk" %}{% block title %}{{ super() }}\nOwned by **{{ run.system | cell }}**.\n{% endblock %}';
    const text = await render({ templates: { 'report.md.njk': own } });
    expect(text).toMatch(
      /^# RAG evaluation report · v1_20260601_143022\n\nOwned by \*\*assistant-rag v1\.8\.2\*\*\.\n/,
    );
    expect(headingsOf(text)).toContain('Why unscored');
  });

  it('escape what a template of the user forgot to', async () => {
    const own = '{{ text }}|{{ run.run_id }}';
    const text = await render({ templates: { 'report.md.njk': `{% set text = "<b>" %}${own}` } });
    expect(text).toBe('&lt;b&gt;|v1_20260601_143022\n');
  });

  it('refuse a template that names one that does not exist', async () => {
    const own = '{% extends "@builtin/nothing.njk" %}';
    await expect(render({ templates: { 'report.md.njk': own } })).rejects.toMatchObject({ code: 'config' });
  });

  it('refuse a template that is broken, and say which', async () => {
    await expect(render({ templates: { 'report.md.njk': '{% if %}' } })).rejects.toMatchObject({
      code: 'config',
      message: expect.stringContaining('report.md.njk'),
    });
  });
});
