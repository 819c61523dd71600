import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { transform } from 'esbuild';

/** What a module asks about its own place, as CommonJS answers it. */
const PLACE = {
  'import.meta.url': '__own_url',
  'import.meta.dirname': '__dirname',
  'import.meta.resolve': '__own_resolve',
};
const PLACE_CODE =
  "const { pathToFileURL: __to_url } = require('node:url'), __own_url = __to_url(__filename).href, __own_resolve = (name) => __to_url(require.resolve(name)).href;";

/** `import("./own-chunk.cjs")` reads the file at once instead of through the loader of ES modules; foreign names stay. */
const loadOwnChunks = (code) =>
  code.replace(/\bimport\(("\.{1,2}\/[^"]+\.cjs")\)/g, 'Promise.resolve().then(()=>require($1))');

/** The same object, which Node has at hand; the module of that name is made anew at every start. */
const usePromises = (code) => code.replaceAll('require("node:fs/promises")', 'require("node:fs").promises');

async function toCommonJs(code, minify) {
  const asksPlace = /\bimport\.meta\b/.test(code);
  const result = await transform(code, {
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    minify,
    define: asksPlace ? PLACE : {},
    banner: asksPlace ? PLACE_CODE : undefined,
  });
  return usePromises(loadOwnChunks(result.code));
}

/** Chunks of the bundler's own helpers do nothing on their own: who takes nothing from them need not read them. */
function withoutIdleImports(code, { outputs }) {
  const helpers = Object.keys(outputs).filter((file) => Object.keys(outputs[file].inputs).length === 0);
  const names = new Set(helpers.map((file) => path.basename(file)));
  return code.replace(/\bimport\s*"([^"]+)";/g, (statement, file) => (names.has(path.basename(file)) ? '' : statement));
}

/**
 * Writes the files of a bundle with splitting, which the bundler makes of ES modules only, as CommonJS: Node starts and
 * reads it in less time (docs/decisions/009). Each chunk stays one file, so nothing is there twice.
 */
export async function writeCommonJs({ outputFiles, metafile }, minify) {
  for (const { path: file, text, contents } of outputFiles) {
    const isCode = file.endsWith('.cjs');
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, isCode ? await toCommonJs(withoutIdleImports(text, metafile), minify) : contents);
  }
}
