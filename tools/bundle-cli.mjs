import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');
const cli = path.join(root, 'packages/cli');

/** A module that loads its package's files finds them in that package, not beside the bundle. */
const packagedAssets = {
  name: 'packaged-assets',
  setup(bundler) {
    bundler.onLoad({ filter: /packages\/[^/]+\/src\/(.*\/)?(assets|templates)\.ts$/ }, ({ path: file }) => {
      const [, name, inner] = /packages\/([^/]+)\/src\/(.*)\.ts$/.exec(file) ?? [];
      const base = `new URL(${JSON.stringify(`./dist/${inner}.js`)}, import.meta.resolve(${JSON.stringify(`@reportcard/${name}/package.json`)})).href`;
      return { contents: readFileSync(file, 'utf8').replaceAll('import.meta.url', base), loader: 'ts' };
    });
  },
};

/** Bundles the command line with splitting, so that a verb loads only what it uses and starts fast. `outdir` is emptied. */
export async function bundleCli(outdir) {
  rmSync(outdir, { recursive: true, force: true });
  await build({
    entryPoints: { main: path.join(cli, 'src/index.ts') },
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    conditions: ['@reportcard/source'],
    chunkNames: 'chunks/[name]-[hash]',
    external: ['@duckdb/*', 'bullmq', 'ioredis', 'jiti'],
    plugins: [packagedAssets],
    legalComments: 'linked',
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await bundleCli(path.join(cli, 'bundle'));
