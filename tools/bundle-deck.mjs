import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const packages = path.resolve(import.meta.dirname, '../packages');

/** What a module of a package gives when its function `name` is called here and now. */
async function callModule(file, name) {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    conditions: ['@reportcard/source'],
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(path.resolve(file, '..')).href) },
    logLevel: 'warning',
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  const module = await import(`data:text/javascript;base64,${code}`);
  return module[name]();
}

/** Styles and scripts of a deck are prepared here and kept in one file, rather than read from forty at every start. */
export function preparedDeck(outdir) {
  return {
    name: 'prepared-deck',
    setup(bundler) {
      bundler.onLoad({ filter: /renderers-slides\/src\/page\/load-inline-assets\.ts$/ }, () => ({
        contents: [
          "import { readFileSync } from 'node:fs';",
          "export const loadInlineAssets = () => JSON.parse(readFileSync(new URL('./deck-assets.json', import.meta.url), 'utf8'));",
        ].join('\n'),
        loader: 'js',
      }));
      bundler.onEnd(async () => {
        if (outdir === undefined) return;
        const source = path.join(packages, 'renderers-slides/src/page/inline-assets.ts');
        const assets = await callModule(source, 'prepareInlineAssets');
        mkdirSync(path.join(outdir, 'chunks'), { recursive: true });
        writeFileSync(path.join(outdir, 'chunks/deck-assets.json'), JSON.stringify(assets));
      });
    },
  };
}
