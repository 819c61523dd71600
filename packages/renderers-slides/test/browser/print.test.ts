import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderHtml } from '../fixtures/render-html.ts';
import { createShopInput } from '../fixtures/shop-input.ts';
import { chromiumPath, describeInChromium } from './chromium.ts';

function hasPoppler(): boolean {
  try {
    execFileSync('pdfinfo', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

interface Paper {
  readonly pages: number;
  /** Points, width × height. */
  readonly size: string;
  readonly texts: readonly string[];
}

const skips = !hasPoppler() && process.env['CI'] !== 'true';
const why = skips ? ' (needs pdfinfo and pdftotext: apt-get install poppler-utils)' : '';

describeInChromium('on paper', (bench) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'slides-pdf-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let html = '';
  let titles: readonly string[] = [];

  beforeAll(async () => {
    html = await renderHtml(createShopInput());
    const { page } = await bench.open(html);
    titles = await page.evaluate(() => [...document.querySelectorAll('h1')].map((title) => title.textContent ?? ''));
    await page.context().close();
  });

  function readPaper(pdf: string): Paper {
    const info = execFileSync('pdfinfo', [pdf], { encoding: 'utf8' });
    const pages = Number(/^Pages:\s+(\d+)$/m.exec(info)?.[1]);
    const size = /^Page size:\s+(\d+(?:\.\d+)? x \d+(?:\.\d+)?) pts/m.exec(info)?.[1] ?? '';
    const texts = execFileSync('pdftotext', ['-raw', pdf, '-'], { encoding: 'utf8' }).split('\f');
    return { pages, size, texts: texts.slice(0, pages) };
  }

  function expectOnePageASlide(paper: Paper): void {
    const squeeze = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '');
    expect(paper.pages).toBe(titles.length);
    expect(paper.size).toBe('960 x 540');
    const missing = titles.filter((title, index) => !squeeze(paper.texts[index] ?? '').includes(squeeze(title)));
    expect(missing).toEqual([]);
    const last = paper.texts.map((text, index) => squeeze(text).includes(`${index + 1}/${titles.length}`));
    expect(last.slice(1).every(Boolean)).toBe(true);
  }

  it.skipIf(skips)(`prints one page a slide with Ctrl+P, text selectable${why}`, async () => {
    const { page } = await bench.open(html);
    await page.keyboard.press('End');
    const pdf = path.join(folder, 'ctrl-p.pdf');
    writeFileSync(pdf, await page.pdf({ preferCSSPageSize: true, printBackground: true }));
    expectOnePageASlide(readPaper(pdf));
    await page.context().close();
  });

  it.skipIf(skips)(`prints one page a slide with ?print-pdf${why}`, async () => {
    const { page } = await bench.open(html, { query: '?print-pdf' });
    await page.waitForSelector('.pdf-page');
    const pdf = path.join(folder, 'print-pdf.pdf');
    writeFileSync(pdf, await page.pdf({ preferCSSPageSize: true, printBackground: true }));
    expectOnePageASlide(readPaper(pdf));
    await page.context().close();
  });

  it.skipIf(skips)(
    `prints one page a slide from the command line${why}`,
    () => {
      const pdf = path.join(folder, 'headless.pdf');
      const file = pathToFileURL(bench.store(html)).href;
      const profile = `--user-data-dir=${path.join(folder, 'profile')}`;
      const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--no-pdf-header-footer', profile];
      execFileSync(chromiumPath ?? '', [...flags, `--print-to-pdf=${pdf}`, file], { stdio: 'ignore', timeout: 90_000 });
      expectOnePageASlide(readPaper(pdf));
    },
    120_000,
  );
});
