import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';

const packages = path.resolve(import.meta.dirname, '../packages');
const requireOf = (name) => createRequire(path.join(packages, name, 'package.json'));

/** A file beside the chunks, for what is needed seldom. */
const APART = {
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'cjs',
  legalComments: 'linked',
  logLevel: 'warning',
};

/** A module that loads its package's files finds them in that package, not beside the bundle. */
export const packagedAssets = {
  name: 'packaged-assets',
  setup(bundler) {
    bundler.onLoad({ filter: /packages\/[^/]+\/src\/(.*\/)?(assets|templates)\.ts$/ }, ({ path: file }) => {
      const [, name, inner] = /packages\/([^/]+)\/src\/(.*)\.ts$/.exec(file) ?? [];
      const base = `new URL(${JSON.stringify(`./dist/${inner}.js`)}, import.meta.resolve(${JSON.stringify(`@reportcard/${name}/package.json`)})).href`;
      return { contents: readFileSync(file, 'utf8').replaceAll('import.meta.url', base), loader: 'ts' };
    });
  },
};

/** Options of nunjucks that change what it compiles, as the renderer of each package sets them. */
const TEMPLATE_OPTIONS = {
  'renderers-md': { autoescape: true, throwOnUndefined: true, trimBlocks: true, lstripBlocks: true },
  'renderers-slides': { autoescape: true, trimBlocks: true, lstripBlocks: true },
};

function compileTemplates(name) {
  const nunjucks = requireOf(name)('nunjucks');
  const folder = path.join(packages, name, 'templates');
  const environment = new nunjucks.Environment([], TEMPLATE_OPTIONS[name]);
  const entries = readdirSync(folder, { recursive: true })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => file.endsWith('.njk'))
    .sort()
    .map((file) => {
      const text = readFileSync(path.join(folder, file), 'utf8');
      const template = path.basename(file);
      const code = nunjucks.compiler.compile(text, [], [], template, environment.opts);
      return `[${JSON.stringify(template)}, (() => {${code}})()]`;
    });
  return `export const COMPILED_TEMPLATES = new Map([${entries.join(',\n')}]);`;
}

/** Built-in templates are compiled here rather than at every start; the compiler is loaded for a team's own templates only. */
export const compiledTemplates = (outdir) => ({
  name: 'compiled-templates',
  setup(bundler) {
    bundler.onLoad({ filter: /packages\/[^/]+\/src\/compiled-templates\.ts$/ }, ({ path: file }) => {
      const name = /packages\/([^/]+)\/src/.exec(file)?.[1] ?? '';
      return { contents: compileTemplates(name), loader: 'js' };
    });
    bundler.onLoad({ filter: /nunjucks\/index\.js$/ }, () => ({
      contents:
        "module.exports = { Environment: require('./src/environment').Environment, runtime: require('./src/runtime') };",
      loader: 'js',
      resolveDir: path.dirname(requireOf('renderers-md').resolve('nunjucks/index.js')),
    }));
    bundler.onLoad({ filter: /nunjucks\/src\/environment\.js$/ }, ({ path: file }) => {
      const source = readFileSync(file, 'utf8');
      const eager = "var compiler = require('./compiler');";
      if (!source.includes(eager)) throw new Error(`${file} no longer loads its compiler as expected`);
      const lazy = "var compiler = { get compile() { return require('./nunjucks-compiler.cjs').compile; } };";
      return { contents: source.replace(eager, lazy), loader: 'js' };
    });
    bundler.onResolve({ filter: /nunjucks-compiler\.cjs$/ }, ({ path: file }) => ({ path: file, external: true }));
    bundler.onEnd(() => writeCompiler(outdir));
  },
});

/** The compiler of templates as a file of its own, beside the chunks. */
async function writeCompiler(outdir) {
  if (outdir === undefined) return;
  await build({
    entryPoints: [path.join(path.dirname(requireOf('renderers-md').resolve('nunjucks/index.js')), 'src/compiler.js')],
    outfile: path.join(outdir, 'chunks/nunjucks-compiler.cjs'),
    ...APART,
  });
}

/**
 * Table verbs are loaded at the first large table and not at every start: a file of their own, required when the function
 * is called. Without `outdir` that file is not written.
 */
export function lazyTables(outdir) {
  return {
    name: 'lazy-tables',
    setup(bundler) {
      bundler.onResolve({ filter: /^arquero$/ }, () => ({ path: 'arquero', namespace: 'lazy-tables' }));
      bundler.onLoad({ filter: /.*/, namespace: 'lazy-tables' }, () => ({
        contents: [
          "import { createRequire } from 'node:module';",
          "export const table = (...args) => createRequire(import.meta.url)('./arquero.cjs').table(...args);",
        ].join('\n'),
        loader: 'js',
        resolveDir: packages,
      }));
      bundler.onEnd(async () => {
        if (outdir === undefined) return;
        await build({
          stdin: {
            contents: "export { table } from 'arquero';",
            resolveDir: path.join(packages, 'slices'),
            loader: 'js',
          },
          outfile: path.join(outdir, 'chunks/arquero.cjs'),
          ...APART,
        });
      });
    },
  };
}

/** commander can start other programs; nothing here asks it to, so what that needs is loaded only then. */
export const lazyChildProcess = {
  name: 'lazy-child-process',
  setup(bundler) {
    bundler.onLoad({ filter: /commander\/lib\/command\.js$/ }, ({ path: file }) => {
      const source = readFileSync(file, 'utf8');
      const eager = "const childProcess = require('node:child_process');";
      if (!source.includes(eager)) throw new Error(`${file} no longer begins with ${eager}`);
      const lazy = "const childProcess = { spawn: (...args) => require('node:child_process').spawn(...args) };";
      return { contents: source.replace(eager, lazy), loader: 'js' };
    });
  },
};
