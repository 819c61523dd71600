import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { createDeckFixture } from '../fixtures/deck-fixtures.ts';
import { renderHtml } from '../fixtures/render-html.ts';
import { describeInChromium } from './chromium.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const OTHERS = ['no samples', 'no judge', 'hostile text'];

interface AxeResults {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

describeInChromium('accessibility', (bench) => {
  const everywhere = (['zh-CN', 'en'] as const).flatMap((locale) =>
    (['light', 'dark'] as const).map((theme) => ({ name: 'shop', locale, theme })),
  );
  const once = OTHERS.map((name, index) =>
    index % 2 === 0
      ? ({ name, locale: 'zh-CN', theme: 'dark' } as const)
      : ({ name, locale: 'en', theme: 'light' } as const),
  );

  it.each([...everywhere, ...once])(
    'axe finds no violation on any slide: $name, $locale, $theme',
    async (one) => {
      const html = await renderHtml(createDeckFixture(one.name), { theme: one.theme }, one.locale);
      const { page } = await bench.open(html, { bypassCSP: true });
      await page.evaluate(AXE);
      const found = await page.evaluate(async () => {
        const { axe, Reveal } = globalThis as unknown as {
          axe: { run(node: Document | Element): Promise<AxeResults> };
          Reveal: { getSlides(): HTMLElement[]; slide(index: number): void };
        };
        const faults: string[] = [];
        const note = (place: string, { violations }: AxeResults): void => {
          for (const { id, nodes } of violations) faults.push(`${place}: ${id}: ${nodes[0]?.html ?? ''}`);
        };
        note('page', await axe.run(document));
        for (const [index, slide] of Reveal.getSlides().entries()) {
          Reveal.slide(index);
          note(slide.id, await axe.run(slide));
        }
        return faults;
      });
      expect(found).toEqual([]);
      await page.context().close();
    },
    240_000,
  );
});
