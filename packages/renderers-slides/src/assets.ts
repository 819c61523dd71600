import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** What the package carries besides code. Read once; the only place of this package that touches the disk. */
export interface DeckAssets {
  /** Built-in templates by name. */
  readonly templates: ReadonlyMap<string, string>;
  /** Our style rules, without the tokens. */
  readonly style: string;
  /** Style rules for a page whose scripts are off. */
  readonly noscript_style: string;
  /** Our scripts for the reader's browser, in order. */
  readonly scripts: readonly string[];
  readonly reveal_script: string;
  readonly reveal_style: string;
}

const ROOT = new URL('../templates/', import.meta.url);
const STYLES = [
  'base',
  'figures',
  'slides/rows',
  'slides/cover',
  'slides/kpi',
  'slides/hidden',
  'slides/failures',
  'slides/case',
  'slides/trend',
  'slides/actions',
  'slides/grid',
  'slides/tables',
  'print',
];
const SCRIPTS = ['theme.js', 'presenter.js', 'start.js'];

function readText(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8');
}

function readTemplates(): ReadonlyMap<string, string> {
  const names = ['', 'slides/'].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT))
      .filter((name) => name.endsWith('.njk'))
      .sort()
      .map((name) => [name, readText(`${folder}${name}`)] as const),
  );
  return new Map(names);
}

function readAssets(): DeckAssets {
  const require = createRequire(import.meta.url);
  const readModule = (name: string): string => readFileSync(require.resolve(name), 'utf8');
  return {
    templates: readTemplates(),
    style: STYLES.map((name) => readText(`style/${name}.css`)).join('\n'),
    noscript_style: readText('style/noscript.css'),
    scripts: SCRIPTS.map((name) => readText(`client/${name}`)),
    reveal_script: readModule('reveal.js'),
    reveal_style: `${readModule('reveal.js/reset.css')}\n${readModule('reveal.js/reveal.css')}`,
  };
}

let loaded: DeckAssets | undefined;

/** The assets of this package. Throws when the installation is damaged. */
export function loadAssets(): DeckAssets {
  loaded ??= readAssets();
  return loaded;
}
