import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { serveShop } from '../fixtures/serve-shop.ts';
import { describeInChromium } from './chromium.ts';

const question = (page: Page): Promise<string | null> => page.locator('#question').textContent();
const position = (page: Page): Promise<string | null> => page.locator('.position').textContent();
const activeMetric = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('data-metric') ?? null);
const isSaved = (page: Page): Promise<unknown> => page.waitForSelector('.save-state.good');
const chip = (page: Page, filter: string): ReturnType<Page['locator']> => page.locator(`[data-filter="${filter}"]`);

async function press(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

describeInChromium('a reviewer at the keyboard', (bench) => {
  it('scores ten samples, five metrics each, without the mouse; every cell is in the file', async () => {
    const { running, report } = await serveShop({ locale: 'zh-CN' });
    const { page } = await bench.open(running.url);
    await page.keyboard.press('/');
    await press(page, ['Escape']);
    const started = Date.now();
    for (let sample = 0; sample < 10; sample += 1) {
      expect(await position(page)).toBe(`${sample + 1} / 12`);
      await press(page, ['8', 'Tab', '9', 'Tab', '0', 'Tab', '=', 'Tab', '5', 'j']);
    }
    await isSaved(page);
    expect(Date.now() - started).toBeLessThan(120_000);
    const rows = Object.values(await report.cells());
    const typed = rows.map((cells) =>
      ['faithfulness', 'answer_relevancy', 'answer_correctness', 'context_precision', 'context_recall'].map(
        (metric) => cells[`${metric}_manual`],
      ),
    );
    expect(typed.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => ['0.8', '0.9', '0', '1', '0.5']));
    expect(typed.slice(10)).toEqual(Array.from({ length: 2 }, () => ['', '', '', '', '']));
    expect(await page.locator('.progress-text').textContent()).toBe('已评 10 / 12');
  });

  it('moves with j and k, arrows and Tab, and jumps to the next open sample', async () => {
    const { running } = await serveShop();
    const { page } = await bench.open(running.url);
    await expect.poll(() => activeMetric(page)).toBe('faithfulness');
    await press(page, ['j', 'ArrowRight']);
    expect(await position(page)).toBe('3 / 12');
    await press(page, ['k', 'ArrowLeft', 'k']);
    expect(await position(page)).toBe('1 / 12');
    await press(page, ['Tab', 'ArrowDown']);
    await expect.poll(() => activeMetric(page)).toBe('answer_correctness');
    await press(page, ['Shift+Tab', 'ArrowUp']);
    await expect.poll(() => activeMetric(page)).toBe('faithfulness');
    await press(page, ['7', 'n']);
    expect(await position(page)).toBe('2 / 12');
  });

  it('types an exact score, a reason and a name', async () => {
    const { running, report } = await serveShop();
    const { page } = await bench.open(running.url);
    await page.locator('input[name=reviewer]').fill('Lin Wei');
    await press(page, ['Enter', 'Enter']);
    await page.keyboard.type('62.5 %');
    await press(page, ['Tab']);
    await expect.poll(() => activeMetric(page)).toBe('answer_relevancy');
    await press(page, ['.']);
    await page.keyboard.type('35');
    await press(page, ['Enter', 'r']);
    await page.keyboard.type('made up: 50 W is the M8');
    await press(page, ['Enter']);
    await isSaved(page);
    await expect
      .poll(async () => (await report.cells())['S1-03'])
      .toMatchObject({
        faithfulness_manual: '0.625',
        answer_relevancy_manual: '0.35',
        manual_reviewer: 'Lin Wei',
        manual_reason: 'made up: 50 W is the M8',
      });
    await expect.poll(() => activeMetric(page)).toBe('answer_relevancy');
  });

  it('says what is wrong with a score beside the field, and keeps the text', async () => {
    const { running, report } = await serveShop();
    const before = report.text();
    const { page } = await bench.open(running.url);
    await press(page, ['Enter']);
    await page.keyboard.type('80');
    await press(page, ['Enter']);
    expect(await page.locator('#entry-error').textContent()).toBe('Above 1. Did you mean 80%?');
    expect(await page.locator('.cell-field').inputValue()).toBe('80');
    expect(report.text()).toBe(before);
    await press(page, ['Escape']);
    await expect.poll(() => activeMetric(page)).toBe('faithfulness');
  });

  it('undoes across samples and shows where', async () => {
    const { running, report } = await serveShop();
    const { page } = await bench.open(running.url);
    await press(page, ['8', 'j', '4', 'j']);
    await isSaved(page);
    await press(page, ['u']);
    await expect.poll(() => position(page)).toBe('2 / 12');
    await press(page, ['u']);
    await expect.poll(() => position(page)).toBe('1 / 12');
    await expect
      .poll(async () =>
        Object.values(await report.cells())
          .map((cells) => cells['faithfulness_manual'])
          .join(''),
      )
      .toBe('');
    expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
  });

  it('does not score while a text is typed, and lists its keys', async () => {
    const { running, report } = await serveShop();
    const before = report.text();
    const { page } = await bench.open(running.url);
    await press(page, ['/']);
    await page.keyboard.type('s8-11 j8u');
    expect(await page.locator('.alone h1').textContent()).toBe('No sample fits.');
    await page.getByRole('button', { name: 'Show all samples' }).click();
    await press(page, ['?']);
    expect(await page.locator('dialog[open] .help-line').count()).toBeGreaterThan(10);
    await press(page, ['8', 'Escape']);
    expect(await page.locator('dialog[open]').count()).toBe(0);
    expect(report.text()).toBe(before);
  });
});

describeInChromium('what is shown', (bench) => {
  it('a sample with its texts, contexts, verdicts and automatic scores', async () => {
    const { running } = await serveShop();
    const { page } = await bench.open(running.url);
    await page.waitForSelector('.contexts');
    expect(await question(page)).toContain('Which phone around $400');
    const text = await page.locator('.sample').textContent();
    expect(text).toContain('I recommend the Lite 5');
    expect(text).toContain('Around $400 the M8');
    expect(text).toContain('context 1 says it has no wireless charging');
    expect(text).toContain('1 of 3 supported');
    expect(text).toContain('product_phone_mid');
    expect(text).toContain('Hit@5');
    await press(page, ['Tab', 'Tab']);
    await expect.poll(() => page.locator('#evidence-title').textContent()).toContain('Answer correctness');
    expect(await page.locator('.sample').textContent()).toContain('Repeats: 0.352 · 0.392');
  });

  it.each([
    ['failed', ['S1-03', 'S6-02', 'S1-03-2', 'S6-02-2']],
    ['low', ['S6-02', 'S6-02-2', 'S1-03', 'S1-03-2', 'S1-09', 'S1-09-2']],
    ['dropped', ['S1-03', 'S1-03-2', 'S8-11', 'S8-11-2']],
    ['high_risk', ['S6-02', 'S6-02-2']],
    ['unconfirmed', ['S1-03', 'S6-02', 'S1-03-2', 'S6-02-2']],
    ['audit', ['S3-07', 'S8-11']],
    ['unscored', ['S3-12', 'S3-12-2']],
    ['open', ['S1-03', 'S3-07', 'S6-02']],
  ])('the filter %s', async (filter, expected) => {
    const { running } = await serveShop({
      highRiskIntents: ['delivery'],
      typed: { 'S3-07': { faithfulness_pi: '0.2' }, 'S8-11': { faithfulness_pi: '0.2' } },
    });
    const { page } = await bench.open(running.url);
    await chip(page, filter).click();
    const shown: (string | null)[] = [];
    for (const _ of expected) {
      shown.push(await page.locator('.facts .id').textContent());
      await page.keyboard.press('j');
    }
    expect(shown.slice(0, expected.length)).toEqual(expected);
  });

  it('filters by intent and by a search, together', async () => {
    const { running } = await serveShop();
    const { page } = await bench.open(running.url);
    await page.getByLabel('Intent').selectOption({ label: 'SUPPORT / returns (4)' });
    expect(await position(page)).toBe('1 / 4');
    await page.keyboard.press('/');
    await page.keyboard.type('shipping');
    await expect.poll(() => position(page)).toBe('1 / 2');
    expect(await question(page)).toContain('Who pays for shipping');
  });

  it('nothing that the data holds as markup, and no request to anywhere else', async () => {
    const { running, report } = await serveShop();
    await report.type({ 'S1-03': { manual_reason: '<img src=x onerror=alert(1)>' } });
    const { page, requests, messages } = await bench.open(running.url);
    await page.waitForSelector('.contexts');
    expect(await page.locator('#reason').inputValue()).toBe('<img src=x onerror=alert(1)>');
    expect(await page.locator('img').count()).toBe(0);
    expect(new Set(requests.map((url) => new URL(url).origin))).toEqual(new Set([`http://127.0.0.1:${running.port}`]));
    expect(messages).toEqual([]);
    const blocked = await page.evaluate(() =>
      fetch('https://example.org/').then(
        () => 'sent',
        () => 'blocked',
      ),
    );
    expect(blocked).toBe('blocked');
  });
});

describeInChromium('trouble', (bench) => {
  it('a file changed on disk is noticed, nothing is overwritten, and what was typed is saved after a reload', async () => {
    const { running, report } = await serveShop();
    const { page } = await bench.open(running.url);
    await expect.poll(() => activeMetric(page)).toBe('faithfulness');
    await report.type({ 'S3-07': { faithfulness_manual: '0.1' } });
    const theirs = report.text();
    await page.keyboard.press('8');
    const banner = page.locator('.banner');
    await banner.waitFor();
    expect(await banner.textContent()).toContain('was changed by another program');
    expect(report.text()).toBe(theirs);
    expect(await page.locator('[data-metric=faithfulness]').textContent()).toBe('0.8');
    await banner.getByRole('button').click();
    await isSaved(page);
    const cells = await report.cells();
    expect([cells['S1-03']?.['faithfulness_manual'], cells['S3-07']?.['faithfulness_manual']]).toEqual(['0.8', '0.1']);
    expect(await banner.count()).toBe(0);
  });

  it('a change on disk is noticed without a key being pressed', async () => {
    const { running, report } = await serveShop();
    const { page } = await bench.open(running.url);
    await report.type({ 'S1-03': { faithfulness_manual: '0.1' } });
    await page.locator('.banner').waitFor();
    await page.locator('.banner').getByRole('button').click();
    await expect.poll(() => page.locator('[data-metric=faithfulness]').textContent()).toBe('0.1');
  });

  it('two entries for one cell are shown side by side, and the reviewer chooses', async () => {
    const { running, report } = await serveShop();
    const { page } = await bench.open(running.url);
    await expect.poll(() => activeMetric(page)).toBe('faithfulness');
    await report.type({ 'S1-03': { faithfulness_manual: '0.6' } });
    await page.keyboard.press('8');
    await page.locator('.banner').getByRole('button').click();
    await page.getByRole('button', { name: 'Keep mine: 0.8' }).click();
    await isSaved(page);
    await expect.poll(async () => (await report.cells())['S1-03']?.['faithfulness_manual']).toBe('0.8');
  });

  it('a server that stopped is said, and the text stays', async () => {
    const { running } = await serveShop();
    const { page } = await bench.open(running.url);
    await expect.poll(() => activeMetric(page)).toBe('faithfulness');
    await running.close();
    await page.keyboard.press('8');
    await page.locator('.banner').waitFor();
    expect(await page.locator('.banner').textContent()).toContain('does not answer');
    expect(await page.locator('[data-metric=faithfulness]').textContent()).toBe('0.8');
    expect(await page.locator('.save-state').textContent()).toContain('1 not saved');
  });
});
