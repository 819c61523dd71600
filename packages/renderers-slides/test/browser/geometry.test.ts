import { expect, it } from 'vitest';
import { createDeckFixture, DECK_FIXTURES } from '../fixtures/deck-fixtures.ts';
import { renderHtml } from '../fixtures/render-html.ts';
import { describeInChromium } from './chromium.ts';
import { findGeometryFaults } from './geometry.ts';

describeInChromium('geometry', (bench) => {
  const cases = DECK_FIXTURES.flatMap((fixture) =>
    (['zh-CN', 'en'] as const).map((locale) => ({ fixture, name: fixture.name, locale })),
  );

  it.each(cases)(
    'nothing sticks out, is cut or lies on another text: $name, $locale',
    async ({ fixture, locale }) => {
      const html = await renderHtml(fixture.create(), { theme: locale === 'en' ? 'dark' : 'light' }, locale);
      const { page, messages, requests } = await bench.open(html);
      expect(await page.evaluate(findGeometryFaults)).toEqual([]);
      expect(messages).toEqual([]);
      expect(requests).toHaveLength(1);
      await page.context().close();
    },
    120_000,
  );

  it('finds a text that was pushed out of its slide', async () => {
    const { page } = await bench.open(await renderHtml(createDeckFixture('shop')));
    await page.addStyleTag({ content: '.k-kpi .legend { margin-top: 120px }' });
    expect((await page.evaluate(findGeometryFaults)).length).toBeGreaterThan(0);
    await page.context().close();
  });
});
