import { type InlineAssets, prepareInlineAssets } from './inline-assets.ts';

let prepared: InlineAssets | undefined;

/** The assets of a deck, prepared once. A bundle may replace this module by what it gives (tools/bundle-cli.mjs does). */
export function loadInlineAssets(): InlineAssets {
  prepared ??= prepareInlineAssets();
  return prepared;
}
