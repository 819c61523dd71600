import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { serveShop } from '../fixtures/serve-shop.ts';
import { describeInChromium } from './chromium.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResults {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

async function audit(page: Page, place: string): Promise<string[]> {
  const { violations } = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(node: Document): Promise<AxeResults> } };
    return axe.run(document);
  });
  return violations.map(({ id, nodes }) => `${place}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

describeInChromium('accessibility', (bench) => {
  it.each(
    (['zh-CN', 'en'] as const).flatMap((locale) =>
      (['light', 'dark'] as const).map((colorScheme) => ({ locale, colorScheme })),
    ),
  )(
    'axe finds nothing, whatever is shown: $locale, $colorScheme',
    async ({ locale, colorScheme }) => {
      const { running, report } = await serveShop({
        locale,
        highRiskIntents: [locale === 'en' ? 'delivery' : '订单物流'],
        typed: {
          'S3-07': { faithfulness_manual: '1', answer_correctness_manual2: '0.9', faithfulness_pi: '0.2' },
          'S6-02': { faithfulness_manual: 'many', inputs_sha256: '0123456789abcdef' },
        },
      });
      const { page } = await bench.open(running.url, { colorScheme, bypassCSP: true });
      await page.evaluate(AXE);
      await page.waitForSelector('.contexts');
      const found = await audit(page, 'audit sample');
      await page.locator('[data-filter=all]').click();
      await page.keyboard.press('Escape');
      for (const [place, keys] of [
        ['failed sample', ['k', 'k']],
        ['exact score', ['Enter', '9', '9', 'Enter']],
        ['answer correctness', ['Escape', 'ArrowDown', 'ArrowDown']],
        ['scored', ['ArrowUp', '8']],
        ['stale', ['j', 'j']],
        ['help', ['?']],
      ] as const) {
        for (const key of keys) await page.keyboard.press(key);
        await page.waitForSelector('.contexts');
        found.push(...(await audit(page, place)));
      }
      await page.keyboard.press('Escape');
      await report.type({ 'S6-02': { answer_correctness_manual: '0.6' } });
      await press(page, ['Tab', '4']);
      await page.locator('.banner').waitFor();
      found.push(...(await audit(page, 'changed on disk')));
      await page.locator('#search').fill('nothing like this');
      await page.locator('.alone').waitFor();
      found.push(...(await audit(page, 'no sample')));
      expect(found).toEqual([]);
    },
    240_000,
  );
});

async function press(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}
