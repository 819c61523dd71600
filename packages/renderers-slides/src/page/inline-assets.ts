import { loadAssets } from '../assets.ts';
import { createTokenStyle } from '../theme/tokens.ts';
import { createPolicy } from './content-security.ts';
import { checkInline, compactStyle, joinScripts, stripLegacyPrint } from './inline-asset.ts';

/** Styles and scripts as they stand in every deck, with the policy that allows these scripts and no other. */
export interface InlineAssets {
  readonly style: string;
  readonly noscript_style: string;
  readonly reveal: string;
  readonly script: string;
  readonly policy: string;
}

/** Prepares the assets of this package for a page. */
export function prepareInlineAssets(): InlineAssets {
  const assets = loadAssets();
  const reveal = checkInline(assets.reveal_script);
  const script = joinScripts(assets.scripts);
  const own = compactStyle(`${createTokenStyle()}\n${assets.style}`);
  return {
    style: checkInline(`${stripLegacyPrint(assets.reveal_style)}\n${own}`),
    noscript_style: checkInline(compactStyle(assets.noscript_style)),
    reveal,
    script,
    policy: createPolicy([reveal, script]),
  };
}
