import { expect, it } from 'vitest';
import { renderHtml } from '../fixtures/render-html.ts';
import { createShopInput } from '../fixtures/shop-input.ts';
import { describeInChromium } from './chromium.ts';

/** The number that a printed text stands for, and how far off it may be for having been rounded. */
function readNumber(text: string): { value: number; half: number } {
  const match = /(\d[\d,]*(?:\.(\d+))?)\s*(%?)/.exec(text);
  const digits = match?.[2]?.length ?? 0;
  const scale = match?.[3] === '%' ? 100 : 1;
  return { value: Number((match?.[1] ?? 'NaN').replaceAll(',', '')) / scale, half: 0.5 / 10 ** digits / scale };
}

function expectPrinted(text: string, value: number | null | undefined, label: string): void {
  const read = readNumber(text);
  expect(Math.abs(read.value - (value ?? Number.NaN)), `${label}: ${text} for ${value}`).toBeLessThanOrEqual(
    read.half + 1e-9,
  );
}

describeInChromium('the numbers on the slides', (bench) => {
  const input = createShopInput();
  const { scores } = input;

  it('every value, interval and count of the method pages is the one of the scores', async () => {
    const { page } = await bench.open(await renderHtml(input, {}, 'en'));
    const rows = await page.evaluate(() =>
      [...document.querySelectorAll('.k-method tbody tr')].map((row) => ({
        id: row.getAttribute('data-metric') ?? '',
        cells: [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? ''),
      })),
    );
    expect(rows.map((row) => row.id)).toEqual(Object.keys(scores.metrics));
    const scored = rows.filter((row) => (scores.stats.overall[row.id]?.n_scored ?? 0) > 0);
    const empty = rows.filter((row) => !scored.includes(row));
    expect(empty.map((row) => row.cells[1])).toEqual(empty.map(() => '—'));
    for (const { id, cells } of scored) {
      const stats = scores.stats.overall[id];
      const [low = '', high = ''] = (cells[2] ?? '').split('–');
      expectPrinted(cells[1] ?? '', scores.overall[id], id);
      expectPrinted(low, stats?.ci95?.[0], `${id} low`);
      expectPrinted(high, stats?.ci95?.[1], `${id} high`);
      expect(Number((cells[3] ?? '').replace(/\D/g, '')), id).toBe(stats?.n_scored);
    }
    await page.context().close();
  });

  it('every key figure is the one of the scores', async () => {
    const { page } = await bench.open(await renderHtml(input));
    const cards = await page.evaluate(() =>
      [...document.querySelectorAll('.card')].map((card) => ({
        id: card.getAttribute('data-metric') ?? '',
        text: card.querySelector('.number')?.textContent ?? '',
      })),
    );
    expect(cards).toHaveLength(6);
    for (const { id, text } of cards) expectPrinted(text, scores.overall[id], id);
    await page.context().close();
  });

  it('every row of the RAGAS slide is the one of the scores', async () => {
    const { page } = await bench.open(await renderHtml(input));
    const rows = await page.evaluate(() =>
      [...document.querySelectorAll('.k-ragas .row')].map((row) => ({
        id: row.getAttribute('data-metric') ?? '',
        value: row.querySelector('.value')?.textContent ?? '',
        samples: row.querySelector('.samples')?.textContent ?? '',
      })),
    );
    expect(rows).toHaveLength(5);
    for (const { id, value, samples } of rows) {
      expectPrinted(value, scores.overall[id], id);
      expect(Number.parseInt(samples, 10), id).toBe(scores.stats.overall[id]?.n_scored);
    }
    await page.context().close();
  });

  it('every cell of the second-level tables is the one of the scores', async () => {
    const { page } = await bench.open(await renderHtml(input));
    const rows = await page.evaluate(() =>
      [...document.querySelectorAll('.k-l2 tbody tr')].map((row) => ({
        name: row.querySelector('th')?.textContent ?? '',
        n: Number.parseInt(row.querySelector('.n')?.textContent ?? '', 10),
        first: row.querySelectorAll('td')[1]?.textContent ?? '',
      })),
    );
    expect(new Set(rows.map((row) => row.name))).toEqual(new Set(Object.keys(scores.by_intent_l2)));
    for (const { name, n, first } of rows) {
      expectPrinted(first, scores.by_intent_l2[name]?.['hit@5'], name);
      expect(n, name).toBe(scores.stats.by_intent_l2[name]?.['hit@5']?.n_total);
    }
    const values = rows.map((row) => scores.by_intent_l2[row.name]?.['hit@5'] ?? 0);
    expect(values).toEqual([...values].sort((a, b) => a - b));
    await page.context().close();
  });
});
