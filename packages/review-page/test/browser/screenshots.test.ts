import { mkdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { serveShop } from '../fixtures/serve-shop.ts';
import { describeInChromium } from './chromium.ts';

const FOLDER = process.env['REVIEW_SCREENSHOTS'];
const TYPED = {
  'S1-03': { faithfulness_manual: '0.3', answer_correctness_manual: '0.4', faithfulness_pi: '0.35' },
  'S3-07': { faithfulness_manual: '1', answer_correctness_manual: '0.85' },
};

describeInChromium('the look', (bench) => {
  it.each(
    (['zh-CN', 'en'] as const).flatMap((locale) =>
      (['light', 'dark'] as const).map((colorScheme) => ({ locale, colorScheme })),
    ),
  )('fits a laptop screen without a sideways scroll: $locale, $colorScheme', async ({ locale, colorScheme }) => {
    const { running } = await serveShop({
      locale,
      typed: TYPED,
      highRiskIntents: [locale === 'en' ? 'delivery' : '订单物流'],
    });
    for (const width of [1280, 1440, 420]) {
      const { page, messages } = await bench.open(running.url, { colorScheme, viewport: { width, height: 860 } });
      await page.waitForSelector('.contexts');
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(over).toBeLessThanOrEqual(0);
      expect(messages).toEqual([]);
      if (FOLDER !== undefined) {
        mkdirSync(FOLDER, { recursive: true });
        await page.screenshot({ path: `${FOLDER}/${locale}-${colorScheme}-${width}.png`, fullPage: width === 420 });
      }
      await page.context().close();
    }
  });
});
