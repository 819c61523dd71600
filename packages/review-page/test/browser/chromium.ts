import type { BrowserContextOptions } from 'playwright-core';
import { beforeAll } from 'vitest';
import { describeWithBrowser, openWatched, type WatchedPage } from '../../../../tools/testing/chromium.ts';
import { bundlePage } from '../fixtures/bundle-page.ts';

export interface Bench {
  /** Opens a page and waits until it has started. */
  open(url: string, options?: BrowserContextOptions): Promise<WatchedPage>;
}

/** Declares tests of the review page in a real browser, over a fresh bundle. */
export function describeInChromium(name: string, body: (bench: Bench) => void): void {
  describeWithBrowser(name, (browser) => {
    beforeAll(bundlePage);
    body({
      async open(url, options = {}) {
        const watched = await openWatched(browser(), { viewport: { width: 1440, height: 900 }, ...options });
        await watched.page.goto(url);
        await watched.page.waitForSelector('.desk, .alone h1');
        return watched;
      },
    });
  });
}
