import { readFileSync } from 'node:fs';
import path from 'node:path';

const packages = path.resolve(import.meta.dirname, '../packages');
const known = new Map();

/** File behind a name such as `@reportcard/pipeline/gate`; undefined for a name of somebody else. */
function sourceOf(specifier) {
  const [, name, subpath] = /^@reportcard\/([^/]+)(\/.+)?$/.exec(specifier) ?? [];
  if (name === undefined) return undefined;
  const manifest = JSON.parse(readFileSync(path.join(packages, name, 'package.json'), 'utf8'));
  const source = manifest.exports[`.${subpath ?? ''}`]?.['@reportcard/source'];
  return source === undefined ? undefined : path.join(packages, name, source);
}

function namesIn(list) {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '' && !entry.startsWith('type '))
    .map((entry) => entry.split(/\s+as\s+/))
    .map(([from, to]) => ({ from, to: to ?? from }));
}

/** Values that a module exports: by name, the module that declares it and its name there. */
export function exportsOf(file) {
  if (known.has(file)) return known.get(file);
  const found = new Map();
  known.set(file, found);
  const text = readFileSync(file, 'utf8');
  const at = (specifier) => path.resolve(path.dirname(file), specifier);
  for (const [, name] of text.matchAll(/^export\s+(?:async\s+)?(?:const|let|class|function\*?)\s+([\w$]+)/gm))
    found.set(name, { file, name });
  for (const [, specifier] of text.matchAll(/^export\s+\*\s+from\s+'(\.[^']+)'/gm))
    for (const [name, place] of exportsOf(at(specifier))) found.set(name, place);
  for (const [, list, specifier] of text.matchAll(/^export\s+\{([^}]*)\}(?:\s+from\s+'(\.[^']+)')?/gm)) {
    for (const { from, to } of namesIn(list)) {
      const place = specifier === undefined ? { file, name: from } : exportsOf(at(specifier)).get(from);
      if (place !== undefined) found.set(to, place);
    }
  }
  return found;
}

function importDirectly(list, specifier, importer) {
  const source = sourceOf(specifier);
  if (source === undefined) return undefined;
  return namesIn(list)
    .map(({ from, to }) => {
      const place = exportsOf(source).get(from);
      if (place === undefined) throw new Error(`${importer} imports ${from}, which ${source} does not export`);
      return `import { ${place.name} as ${to} } from ${JSON.stringify(place.file)};`;
    })
    .join(' ');
}

/**
 * Names are imported from the module that declares them rather than from the package's index: the bundler splits by file,
 * and an index would tie everything a package has to each verb that needs any of it. `suffix` gives what to add to the
 * text of a file.
 */
export const directImports = (suffix = () => '') => ({
  name: 'direct-imports',
  setup(bundler) {
    bundler.onLoad({ filter: /packages\/[^/]+\/src\/.*\.tsx?$/ }, ({ path: file }) => {
      const contents = readFileSync(file, 'utf8').replace(
        /^import\s+\{([^}]*)\}\s+from\s+'([^']+)';/gm,
        (statement, list, specifier) => importDirectly(list, specifier, file) ?? statement,
      );
      return { contents: contents + suffix(file), loader: file.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
});
