import { expect, it } from 'vitest';
import { renderHtml } from '../fixtures/render-html.ts';
import { createShopInput } from '../fixtures/shop-input.ts';
import { describeInChromium, type OpenDeck } from './chromium.ts';

async function currentId({ page }: OpenDeck): Promise<string> {
  return page.evaluate(() => document.querySelector('.slides > section.present')?.id ?? '');
}

async function slideIds({ page }: OpenDeck): Promise<string[]> {
  return page.evaluate(() => [...document.querySelectorAll('.slides > section')].map((section) => section.id));
}

describeInChromium('the open deck', (bench) => {
  it('asks for nothing but itself and says nothing on the console', async () => {
    const deck = await bench.open(await renderHtml(createShopInput()));
    await deck.page.keyboard.press('End');
    await deck.page.waitForTimeout(200);
    expect(deck.requests).toHaveLength(1);
    expect(deck.requests[0]).toMatch(/^file:/);
    expect(deck.messages).toEqual([]);
  });

  it('walks through every slide by keyboard, forwards and back, with a stable address for each', async () => {
    const deck = await bench.open(await renderHtml(createShopInput()));
    const ids = await slideIds(deck);
    const seen = [await currentId(deck)];
    for (const _ of ids.slice(1)) {
      await deck.page.keyboard.press('ArrowRight');
      seen.push(await currentId(deck));
    }
    expect(seen).toEqual(ids);
    await deck.page.waitForURL((url) => url.hash === `#/${ids.at(-1)}`);
    await deck.page.keyboard.press('Home');
    expect(await currentId(deck)).toBe('cover');
    await deck.page.keyboard.press('End');
    expect(await currentId(deck)).toBe(ids.at(-1));
    await deck.page.keyboard.press('ArrowLeft');
    expect(await currentId(deck)).toBe(ids.at(-2));
    expect(deck.messages).toEqual([]);
  });

  it('turns the page when a finger wipes', async () => {
    const deck = await bench.open(await renderHtml(createShopInput()), { hasTouch: true });
    await deck.page.evaluate(() => {
      const target = document.querySelector('.reveal') ?? document.body;
      const point = (type: string, clientX: number): boolean =>
        target.dispatchEvent(new PointerEvent(type, { pointerType: 'touch', clientX, clientY: 300, bubbles: true }));
      point('pointerdown', 900);
      point('pointermove', 500);
      point('pointerup', 500);
    });
    expect(await currentId(deck)).toBe('kpi');
  });

  it('switches between light and dark with T, from any theme', async () => {
    const html = await renderHtml(createShopInput(), { theme: 'auto' });
    const deck = await bench.open(html, { colorScheme: 'dark' });
    const ground = (): Promise<string> =>
      deck.page.evaluate(() => getComputedStyle(document.querySelector('#kpi') ?? document.body).backgroundColor);
    expect(await ground()).toBe('rgb(14, 22, 38)');
    await deck.page.keyboard.press('t');
    expect(await ground()).toBe('rgb(250, 249, 246)');
    await deck.page.keyboard.press('t');
    expect(await ground()).toBe('rgb(14, 22, 38)');
  });

  it('shows an overview with O and leaves it again', async () => {
    const deck = await bench.open(await renderHtml(createShopInput()));
    await deck.page.keyboard.press('o');
    expect(await deck.page.evaluate(() => document.querySelector('.reveal.overview') !== null)).toBe(true);
    await deck.page.keyboard.press('o');
    expect(await deck.page.evaluate(() => document.querySelector('.reveal.overview') !== null)).toBe(false);
  });

  it('opens a speaker window with S that follows the deck and turns its pages', async () => {
    const deck = await bench.open(await renderHtml(createShopInput()));
    const [speaker] = await Promise.all([deck.page.context().waitForEvent('page'), deck.page.keyboard.press('s')]);
    await speaker.waitForSelector('.clock');
    expect(await speaker.locator('.now h1').textContent()).toBe(await deck.page.locator('#cover h1').textContent());
    await deck.page.keyboard.press('ArrowRight');
    expect(await speaker.locator('.now .slide').getAttribute('class')).toContain('k-kpi');
    expect(await speaker.locator('.side .slide').getAttribute('class')).toContain('k-retrieval');
    expect(await speaker.locator('.words').textContent()).toContain('90.1%');
    expect(await speaker.locator('.plan').textContent()).toContain('2:00');
    await speaker.keyboard.press('ArrowRight');
    expect(await currentId(deck)).toBe('retrieval');
    expect(await speaker.locator('.clock').textContent()).toMatch(/^\d:\d\d$/);
    expect(deck.messages).toEqual([]);
  });

  it('lets no other script run', async () => {
    const { page } = await bench.open(await renderHtml(createShopInput()));
    const ran = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.strange = 1';
      document.body.append(script);
      const image = document.createElement('img');
      image.setAttribute('onerror', 'globalThis.strange = 2');
      image.src = 'data:,x';
      document.body.append(image);
      return new Promise((done) =>
        setTimeout(() => done((globalThis as { strange?: number }).strange ?? 'nothing'), 300),
      );
    });
    expect(ran).toBe('nothing');
  });

  it('stacks its slides when scripts are off', async () => {
    const { page } = await bench.open(await renderHtml(createShopInput()), { javaScriptEnabled: false });
    const [first, second] = [page.locator('#cover'), page.locator('#kpi')];
    const [above, below] = [await first.boundingBox(), await second.boundingBox()];
    expect(above?.height).toBeCloseTo(720, 0);
    expect(below?.y).toBeCloseTo((above?.y ?? 0) + 720, 0);
    expect(await page.locator('#kpi .value').first().isVisible()).toBe(true);
  });
});
