import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll } from 'vitest';
import { describeWithBrowser, openWatched, type WatchedPage } from '../../../../tools/testing/chromium.ts';

export { chromiumPath } from '../../../../tools/testing/chromium.ts';

/** A page with a deck in it. */
export type OpenDeck = WatchedPage;

export interface Bench {
  /** Stores a deck and opens it from `file://`; waits until the deck has started. */
  open(html: string, options?: BrowserContextOptions & { readonly query?: string }): Promise<OpenDeck>;
  /** Path of a stored deck. */
  store(html: string): string;
  browser(): Browser;
}

/** Declares tests of decks in a real browser. */
export function describeInChromium(name: string, body: (bench: Bench) => void): void {
  describeWithBrowser(name, (browser) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'slides-test-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    let files = 0;
    const store = (html: string): string => {
      files += 1;
      const file = path.join(folder, `deck-${files}.html`);
      writeFileSync(file, html);
      return file;
    };
    body({
      store,
      browser,
      async open(html, { query = '', ...options } = {}) {
        const watched = await openWatched(browser(), { viewport: { width: 1280, height: 720 }, ...options });
        await watched.page.goto(pathToFileURL(store(html)).href + query);
        if (options.javaScriptEnabled !== false) await watched.page.waitForSelector('.deck-ready');
        return watched;
      },
    });
  });
}
