import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');
const page = path.join(root, 'packages/review-page');

const preactLicence = path.join(path.dirname(createRequire(import.meta.url).resolve('preact/package.json')), 'LICENSE');

function writeWhole(file, contents) {
  const unfinished = `${file}.${process.pid}.${Date.now()}.tmp`;
  writeFileSync(unfinished, contents);
  renameSync(unfinished, file);
}

/** Modules of node behind functions that the page does not use are left out; one it does use is a fault. */
const withoutNode = {
  name: 'without-node',
  setup(bundler) {
    bundler.onResolve({ filter: /^node:/ }, ({ path: name }) => ({ path: name, external: true, sideEffects: false }));
    bundler.onEnd(({ metafile }) => {
      const imports = Object.values(metafile?.outputs ?? {}).flatMap((output) => output.imports);
      return { errors: imports.map(({ path: name }) => ({ text: `the page would need ${name}` })) };
    });
  },
};

/** Bundles the front end of the review page into one script and one style. Each file is replaced whole. */
export async function bundleReviewPage(outdir = path.join(page, 'dist-page')) {
  const { outputFiles } = await build({
    entryPoints: { page: path.join(page, 'page/main.tsx') },
    outdir,
    bundle: true,
    minify: true,
    write: false,
    platform: 'browser',
    format: 'esm',
    target: ['es2022', 'chrome111', 'firefox113', 'safari16.4'],
    charset: 'utf8',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    conditions: ['@reportcard/source'],
    legalComments: 'none',
    metafile: true,
    plugins: [withoutNode],
    tsconfig: path.join(page, 'page/tsconfig.json'),
    logLevel: 'warning',
  });
  mkdirSync(outdir, { recursive: true });
  for (const file of outputFiles) writeWhole(path.join(outdir, path.basename(file.path)), file.contents);
  writeWhole(
    path.join(outdir, 'page.licence.txt'),
    `page.js contains preact.\n\n${readFileSync(preactLicence, 'utf8')}`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await bundleReviewPage();
