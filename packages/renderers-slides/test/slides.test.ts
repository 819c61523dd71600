import { createFixtureContext } from '@reportcard/renderer-kit/testing';
import type { MetricDifference } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { createSlidesRenderer, defineSlide, SLIDES } from '../src/index.ts';
import { createDeckFixture } from './fixtures/deck-fixtures.ts';
import { renderHtml } from './fixtures/render-html.ts';
import { createShopInput } from './fixtures/shop-input.ts';

/** Ids of the slides of a deck, in order. */
function idsOf(html: string): string[] {
  return [...html.matchAll(/<section id="([^"]+)"/g)].map((match) => match[1] ?? '');
}

/** The text of one slide without its tags and notes. */
function textOf(html: string, id: string): string {
  const section = new RegExp(`<section id="${id}"[\\s\\S]*?</section>`).exec(html)?.[0] ?? '';
  return section
    .replace(/<aside[\s\S]*?<\/aside>|<svg[\s\S]*?<\/svg>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&quot;/g, '"')
    .replace(/\s+/g, ' ');
}

describe('the deck', () => {
  it('has the eleven slides of the talk in two minutes, then the backup', async () => {
    const html = await renderHtml(createShopInput());
    const talk = [...html.matchAll(/<section id="([^"]+)"[^>]*data-seconds="([1-9]\d*)"/g)];
    expect(talk.map((match) => match[1])).toEqual([
      'cover',
      'kpi',
      'retrieval',
      'ragas',
      'hidden',
      'failures',
      'case-1',
      'case-2',
      'case-3',
      'trend',
      'actions',
    ]);
    expect(talk.reduce((sum, match) => sum + Number(match[2]), 0)).toBe(120);
    expect(idsOf(html).slice(11)).toEqual([
      'l1-1',
      'l2-1',
      'l2-2',
      'latency',
      'review',
      'method-1',
      'method-2',
      'quality',
    ]);
  });

  it('says in its titles what the numbers say, in both languages', async () => {
    const zh = await renderHtml(createShopInput());
    const en = await renderHtml(createShopInput(), {}, 'en');
    expect(textOf(zh, 'hidden')).toContain('总体 90.1% 背后，「S1_选购推荐」只有 59.1%');
    expect(textOf(en, 'hidden')).toContain('Behind 90.1% overall, “S1_选购推荐” reaches only 59.1%');
    expect(textOf(zh, 'retrieval')).toContain('前 5 条命中 90.1%，还有 37 条问题找不到正确文档');
    expect(textOf(en, 'trend')).toContain('Over the last 8 runs, Hit@5 went');
  });

  it('shows a verdict only where there are gates', async () => {
    expect(textOf(await renderHtml(createShopInput()), 'cover')).toContain('未通过门禁');
    const { gate, ...rest } = createShopInput();
    expect(gate).toBeDefined();
    const html = await renderHtml(rest);
    expect(textOf(html, 'cover')).not.toMatch(/门禁/);
    expect(textOf(html, 'kpi')).toContain('未设目标');
  });

  it('takes targets from the options for colours, never for a verdict', async () => {
    const { gate: _, ...rest } = createShopInput();
    const html = await renderHtml(rest, { targets: { 'hit@5': 0.99, faithfulness: 0.5 } });
    expect(textOf(html, 'cover')).toContain('Hit@5 90.1% 没达到 ≥ 99.0% 的目标');
    expect(textOf(html, 'cover')).not.toMatch(/门禁/);
    expect(html).toContain('<article class="card bad" data-metric="hit@5">');
  });

  it('turns amber where a value misses its target and the interval spans it', async () => {
    const { gate: _, ...rest } = createShopInput();
    const html = await renderHtml(rest, { targets: { 'hit@5': 0.91 } });
    expect(html).toContain('<article class="card amber" data-metric="hit@5">');
    expect(textOf(html, 'kpi')).toContain('未达标但在误差内');
  });

  it('greys a change that the paired test does not tell apart, whatever its size', async () => {
    const input = createShopInput();
    const known = input.comparison?.metrics['hit@5'];
    const difference = {
      ...(known as MetricDifference),
      difference: 0.5,
      p_value: 0.2,
      verdict: 'not_distinguishable' as const,
    };
    const comparison = { ...input.comparison, metrics: { 'hit@5': difference } } as NonNullable<
      typeof input.comparison
    >;
    const html = await renderHtml({ ...input, comparison });
    expect(html).toContain('<span class="chip calm"><b>+50.0 pp</b>噪声内</span>');
  });

  it('leaves out what was not collected instead of inventing it', async () => {
    const html = await renderHtml(createDeckFixture('shop without baseline, history and gate'));
    expect(idsOf(html)).not.toContain('trend');
    expect(idsOf(html)).not.toContain('review');
    expect(textOf(html, 'kpi')).toContain('无基线');
    expect(textOf(html, 'cover')).toContain('未采集');
  });

  it('says that answer quality was not measured when no judge was at work', async () => {
    expect(textOf(await renderHtml(createDeckFixture('no judge')), 'ragas')).toContain('没有数值：不是 0 分');
  });

  it('shows what a random audit says of the judge, also where no score was corrected', async () => {
    const input = createShopInput();
    const agreement = {
      n: 30,
      n_planned: 30,
      spearman: 0.8,
      mae: 0.1,
      mean_difference: 0.02,
      mean_difference_ci95: null,
      kappa: 0.7,
      quadratic_kappa: null,
      human_kappa: null,
      state: 'ok',
    };
    const corrected = {
      value: 0.9,
      ci95: [0.85, 0.95] as [number, number],
      n_labelled: 30,
      n_planned: 30,
      state: 'ok',
    };
    const meta = { ...input.scores.meta, manual_overrides: 0, overrides: [] };
    const audited = {
      ...input.scores,
      meta,
      overall_auto: {},
      agreement: { faithfulness: agreement },
      corrected: { faithfulness: corrected },
    };
    const text = textOf(await renderHtml({ ...input, scores: audited }), 'review');
    expect(text).toContain('随机抽检核对了 1 项指标的评审');
    expect(text).toContain('「忠实度」修正后 0.900（0.850 – 0.950），已标 30 条');
  });

  it('carries speaker notes on every slide of the talk', async () => {
    const html = await renderHtml(createShopInput());
    const empty = [...html.matchAll(/data-seconds="[1-9][\s\S]*?<aside class="notes">([\s\S]*?)<\/aside>/g)].filter(
      (match) => !(match[1] ?? '').includes('<p>'),
    );
    expect(empty).toEqual([]);
  });

  it('never lets an intent with fewer than ten samples make a headline', async () => {
    const html = await renderHtml(createShopInput());
    for (const id of ['cover', 'kpi', 'retrieval', 'failures', 'trend'])
      expect(textOf(html, id)).not.toContain('O5_以旧换新');
    expect(textOf(html, 'hidden')).toMatch(/O5_以旧换新 n=9 ⚑/);
  });
});

describe('a deck of one’s own', () => {
  const greeting = defineSlide({
    id: 'greeting',
    template: 'greeting.njk',
    section: 'talk',
    seconds: 5,
    when: (model) => model.report.run.n_samples > 0,
    data: (model) => ({ title: `Hello ${model.report.run.run_id}`, kicker: 'Team', notes: ['Say hello'] }),
  });

  it('takes further slides and templates', async () => {
    const renderer = createSlidesRenderer([...SLIDES, greeting]);
    const templates = { 'greeting.njk': '{% extends "slide.njk" %}{% block body %}<p>We care</p>{% endblock %}' };
    const options = { theme: 'light' as const, targets: {}, title: 'Our deck', templates, messages: {}, owners: {} };
    const [deck] = [...(await renderer.render(createShopInput(), options, createFixtureContext('en')))];
    const html = String(deck?.body);
    expect(idsOf(html).at(-1)).toBe('greeting');
    expect(textOf(html, 'greeting')).toContain('Hello v1_20260601_143022 We care Our deck');
    expect(deck).toMatchObject({ path: 'slides.html', latest: 'latest_slides.html' });
  });

  it('extends a built-in template by its block', async () => {
    const templates = {
      'kpi.njk': '{% extends "@builtin/kpi.njk" %}{% block title %}{{ super() }} (draft){% endblock %}',
    };
    expect(textOf(await renderHtml(createShopInput(), { templates }), 'kpi')).toContain('未达标 (draft)');
  });

  it('takes other colours for its tokens', async () => {
    const style = '<style>:root { --accent: #7a1fd8 }</style>';
    const templates = { 'deck.njk': `{% extends "@builtin/deck.njk" %}{% block head %}${style}{% endblock %}` };
    const html = await renderHtml(createShopInput(), { templates });
    expect(html.slice(0, html.indexOf('<body>'))).toContain(`${style}</head>`.trim());
  });

  it('takes texts of the team before its own', async () => {
    const messages = { 'kpi.section': 'North star', 'metric.hit@k.label': 'Found@{k}' };
    const text = textOf(await renderHtml(createShopInput(), { messages }, 'en'), 'kpi');
    expect(text).toContain('North star');
    expect(text).toContain('Found@5');
  });
});
