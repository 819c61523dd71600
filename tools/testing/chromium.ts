import { existsSync } from 'node:fs';
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

/** An open page, and everything it said or asked for. */
export interface WatchedPage {
  readonly page: Page;
  readonly requests: readonly string[];
  readonly messages: readonly string[];
}

/** Opens an empty page in a context of its own and notes what it says and asks for. */
export async function openWatched(browser: Browser, options: BrowserContextOptions): Promise<WatchedPage> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const requests: string[] = [];
  const messages: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => messages.push(`error: ${error.message}`));
  return { page, requests, messages };
}

/**
 * Declares tests that need a real browser, which is started before and closed after them. Without one they are skipped with
 * a printed reason; with `CI=true` the lack of a browser is a failure.
 */
export function describeWithBrowser(name: string, body: (browser: () => Browser) => void): void {
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
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath: chromiumPath ?? '', args: ARGUMENTS });
    });
    afterAll(async () => {
      await browser.close();
    });
    body(() => browser);
  });
}
