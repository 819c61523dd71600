import { rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { directImports } from './bundle-barrels.mjs';
import { writeCommonJs } from './bundle-cjs.mjs';
import { preparedDeck } from './bundle-deck.mjs';
import { findGroups, groupedChunks, suffixOf } from './bundle-groups.mjs';
import { compiledTemplates, lazyChildProcess, lazyTables, packagedAssets } from './bundle-plugins.mjs';

const root = path.resolve(import.meta.dirname, '..');
const cli = path.join(root, 'packages/cli');

/** What every call loads, the help that it may need included. */
const START = ['packages/cli/src/index.ts', 'packages/cli/src/program.ts'];

/** What is loaded together: little for a verdict, more for numbers and pages. */
const GROUPS = [
  { name: 'base', entries: ['packages/cli/src/verbs/gate.ts'] },
  { name: 'core', shared: true, entries: ['packages/cli/src/verbs/score.ts', 'packages/cli/src/verbs/report.ts'] },
  {
    name: 'pages',
    shared: true,
    entries: ['packages/renderers-md/src/index.ts', 'packages/renderers-slides/src/index.ts'],
  },
  { name: 'scoring', entries: ['packages/cli/src/verbs/score.ts'] },
  { name: 'reporting', entries: ['packages/cli/src/verbs/report.ts'] },
];

function createOptions(outdir, minify) {
  return {
    entryPoints: { main: path.join(cli, 'src/index.ts') },
    absWorkingDir: root,
    outdir,
    bundle: true,
    minify,
    metafile: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    conditions: ['@reportcard/source'],
    chunkNames: 'chunks/[name]-[hash]',
    outExtension: { '.js': '.cjs' },
    write: false,
    external: ['@duckdb/*', 'bullmq', 'ioredis', 'jiti'],
    legalComments: 'linked',
    logLevel: 'warning',
  };
}

/** Bundles the command line with splitting, so that a verb loads only what it uses and starts fast. `outdir` is emptied. */
export async function bundleCli(outdir, { minify = true } = {}) {
  rmSync(outdir, { recursive: true, force: true });
  const options = createOptions(outdir, minify);
  const shared = [packagedAssets, lazyChildProcess];
  const plugins = [...shared, compiledTemplates(), lazyTables(), preparedDeck(), directImports()];
  const { metafile } = await build({ ...options, plugins, minify: false });
  const found = findGroups(metafile, START, GROUPS);
  const grouped = [
    compiledTemplates(outdir),
    lazyTables(outdir),
    preparedDeck(outdir),
    groupedChunks(found),
    directImports((file) => suffixOf(found, file)),
  ];
  const result = await build({ ...options, plugins: [...shared, ...grouped] });
  await writeCommonJs(result, minify);
  return result;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await bundleCli(path.join(cli, 'bundle'));
