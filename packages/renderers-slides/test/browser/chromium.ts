import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';

const PLACES = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The browser on this machine; undefined without one. */
export const chromiumPath: string | undefined = PLACES.find((place) => place !== undefined && existsSync(place));

const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none'];

/** A page with a deck in it, and everything the page said or asked for. */
export interface OpenDeck {
  readonly page: Page;
  readonly requests: readonly string[];
  readonly messages: readonly string[];
}

export interface Bench {
  /** Stores a deck and opens it from `file://`; waits until the deck has started. */
  open(html: string, options?: BrowserContextOptions & { readonly query?: string }): Promise<OpenDeck>;
  /** Path of a stored deck. */
  store(html: string): string;
  browser(): Browser;
}

/**
 * Declares tests that need a real browser. Without one they are skipped with a printed reason; with `CI=true` the lack of
 * a browser is a failure.
 */
export function describeInChromium(name: string, body: (bench: Bench) => void): void {
  if (chromiumPath === undefined) {
    const reason = 'no chromium on this machine: apt-get install chromium, or set CHROMIUM_PATH';
    describe(name, () => {
      if (process.env['CI'] === 'true') {
        it('finds a browser', () => {
          throw new Error(reason);
        });
      } else it.skip(`needs a browser (${reason})`);
    });
    return;
  }
  describe(name, () => {
    let browser: Browser;
    const folder = mkdtempSync(path.join(tmpdir(), 'slides-test-'));
    let files = 0;
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath: chromiumPath ?? '', args: ARGUMENTS });
    });
    afterAll(async () => {
      await browser.close();
      rmSync(folder, { recursive: true });
    });
    const store = (html: string): string => {
      files += 1;
      const file = path.join(folder, `deck-${files}.html`);
      writeFileSync(file, html);
      return file;
    };
    body({
      store,
      browser: () => browser,
      async open(html, { query = '', ...options } = {}) {
        const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, ...options });
        const page = await context.newPage();
        const requests: string[] = [];
        const messages: string[] = [];
        page.on('request', (request) => requests.push(request.url()));
        page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`));
        page.on('pageerror', (error) => messages.push(`error: ${error.message}`));
        await page.goto(pathToFileURL(store(html)).href + query);
        if (options.javaScriptEnabled !== false) await page.waitForSelector('.deck-ready');
        return { page, requests, messages };
      },
    });
  });
}
