import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** What the package carries besides code and templates; this module is the only place of the package that reads files. */
export interface DeckAssets {
  /** Our style rules, without the tokens. */
  readonly style: string;
  /** Style rules for a page whose scripts are off. */
  readonly noscript_style: string;
  /** Our scripts for the reader's browser, in order. */
  readonly scripts: readonly string[];
  readonly reveal_script: string;
  readonly reveal_style: string;
}

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

const findRoot = (): URL => new URL('../templates/', import.meta.url);

function readText(root: URL, path: string): string {
  return readFileSync(new URL(path, root), 'utf8');
}

let templates: ReadonlyMap<string, string> | undefined;

/** The built-in templates by name, read once. Throws when the installation is damaged. */
export function loadTemplates(): ReadonlyMap<string, string> {
  const root = findRoot();
  templates ??= new Map(
    ['', 'slides/'].flatMap((folder) =>
      readdirSync(new URL(folder, root))
        .filter((name) => name.endsWith('.njk'))
        .sort()
        .map((name) => [name, readText(root, `${folder}${name}`)] as const),
    ),
  );
  return templates;
}

/** The assets of this package. Throws when the installation is damaged. */
export function loadAssets(): DeckAssets {
  const root = findRoot();
  const require = createRequire(import.meta.url);
  const readModule = (name: string): string => readFileSync(require.resolve(name), 'utf8');
  return {
    style: STYLES.map((name) => readText(root, `style/${name}.css`)).join('\n'),
    noscript_style: readText(root, 'style/noscript.css'),
    scripts: SCRIPTS.map((name) => readText(root, `client/${name}`)),
    reveal_script: readModule('reveal.js'),
    reveal_style: `${readModule('reveal.js/reset.css')}\n${readModule('reveal.js/reveal.css')}`,
  };
}
