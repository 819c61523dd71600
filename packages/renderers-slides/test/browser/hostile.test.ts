import { HOSTILE_TEXTS } from '@reportcard/renderer-kit/testing';
import { expect, it } from 'vitest';
import { createDeckFixture } from '../fixtures/deck-fixtures.ts';
import { renderHtml } from '../fixtures/render-html.ts';
import { describeInChromium } from './chromium.ts';

/** Elements and attributes that only data could have brought in. */
function findForeign(): string[] {
  const slides = document.querySelector('.slides');
  const foreign = [
    ...(slides?.querySelectorAll('script, img, iframe, object, embed, link, a, form, input, style, base') ?? []),
  ];
  const handlers = [...(slides?.querySelectorAll('*') ?? [])].filter((node) =>
    node.getAttributeNames().some((name) => name.startsWith('on') || name === 'href' || name === 'src'),
  );
  return [...foreign, ...handlers].map((node) => node.outerHTML.slice(0, 80));
}

describeInChromium('hostile text', (bench) => {
  it('brings in no element, no handler and no script', async () => {
    const { page, messages, requests } = await bench.open(await renderHtml(createDeckFixture('hostile text')));
    expect(await page.evaluate(findForeign)).toEqual([]);
    expect(await page.evaluate(() => document.querySelectorAll('script').length)).toBe(2);
    expect(messages).toEqual([]);
    expect(requests).toHaveLength(1);
    await page.context().close();
  });

  it('leaves template code, markup and odd characters as text', async () => {
    const { page } = await bench.open(await renderHtml(createDeckFixture('hostile text')));
    const text = (await page.evaluate(() => document.querySelector('.slides')?.textContent)) ?? '';
    expect(text).toContain('{{ 7*7 }}');
    expect(text).toContain('</script><script>alert("pwn")</script>');
    expect(text).not.toMatch(
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/,
    );
    expect(text).not.toMatch(/\p{Surrogate}/u);
    await page.context().close();
  });

  it('keeps an intent named __proto__ as an intent', async () => {
    const { page } = await bench.open(await renderHtml(createDeckFixture('hostile text')));
    const names = await page.evaluate(() =>
      [...document.querySelectorAll('.heat tbody th')].map((cell) => cell.textContent),
    );
    expect(names).toContain('__proto__');
    expect(names).toContain('constructor');
    expect(names).toHaveLength(HOSTILE_TEXTS.length);
    await page.context().close();
  });
});
