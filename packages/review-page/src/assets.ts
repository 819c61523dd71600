import { readFileSync } from 'node:fs';

/** The built front end. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

let loaded: PageAssets | undefined;

function readAsset(name: string): string {
  return readFileSync(new URL(`../dist-page/${name}`, import.meta.url), 'utf8');
}

/** The front end of this package, read once. Throws when the installation is damaged or the page was not built. */
export function loadPageAssets(): PageAssets {
  loaded ??= { script: readAsset('page.js'), style: readAsset('page.css') };
  return loaded;
}
