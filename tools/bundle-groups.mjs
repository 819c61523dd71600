import path from 'node:path';
import { exportsOf } from './bundle-barrels.mjs';

const root = path.resolve(import.meta.dirname, '..');
const HUB = 'hub:';

/** Every module that an entry loads at once. */
function closureOf(inputs, entry) {
  const seen = new Set([entry]);
  for (const file of seen)
    for (const { path: next, kind } of inputs[file]?.imports ?? [])
      if (kind === 'import-statement' && inputs[next] !== undefined) seen.add(next);
  return seen;
}

/**
 * Groups of modules that are loaded together: those behind `start`, and those behind each list of entries (`shared`: behind all of
 * them) that no earlier group holds. `metafile` is that of a build with the same plugins.
 */
export function findGroups(metafile, start, plan) {
  const own = (file) => /^packages\/.*\.ts$/.test(file);
  const entries = Object.values(metafile.outputs).flatMap(({ entryPoint }) => entryPoint ?? []);
  const taken = new Set(start.flatMap((entry) => [...closureOf(metafile.inputs, entry)]));
  const always = { name: 'always', modules: [...taken].filter((file) => own(file) && !entries.includes(file)) };
  const planned = plan.map(({ name, entries: names, shared = false }) => {
    const closures = names.map((entry) => closureOf(metafile.inputs, entry));
    const files = closures
      .flatMap((closure) => [...closure])
      .filter((file) => !names.includes(file) && (!shared || closures.every((closure) => closure.has(file))));
    const modules = [...new Set(files)].filter((file) => own(file) && !taken.has(file) && !entries.includes(file));
    for (const file of modules) taken.add(file);
    return { name, modules };
  });
  const groups = [always, ...planned];
  const users = new Map(
    entries.filter(own).map((entry) => {
      const closure = closureOf(metafile.inputs, entry);
      return [
        path.join(root, entry),
        groups
          .filter((group) => group === always || group.modules.some((file) => closure.has(file)))
          .map(({ name }) => name),
      ];
    }),
  );
  return { groups, users };
}

/** A module that holds on to one value of each of the others, and so to the modules. */
function writeHub(modules) {
  const kept = modules.flatMap((file) => [...exportsOf(path.join(root, file))].slice(0, 1));
  const imports = kept.map(
    ([, place], index) => `import { ${place.name} as kept${index} } from ${JSON.stringify(place.file)};`,
  );
  return `${imports.join('\n')}\nexport const kept = () => [${kept.map((_, index) => `kept${index}`).join(', ')}];`;
}

/**
 * Keeps each group in one file: an entry that needs a module of a group is made to need them all. Otherwise the bundler
 * makes a file for every set of entries, and a verb would load some sixty of them.
 */
export function groupedChunks({ groups }) {
  return {
    name: 'grouped-chunks',
    setup(bundler) {
      bundler.onResolve({ filter: /^hub:/ }, ({ path: name }) => ({
        path: name.slice(HUB.length),
        namespace: 'hub',
      }));
      bundler.onLoad({ filter: /.*/, namespace: 'hub' }, ({ path: name }) => ({
        contents: writeHub(groups.find((group) => group.name === name)?.modules ?? []),
        loader: 'js',
        resolveDir: root,
      }));
    },
  };
}

/** What the text of a file must end with, so that it needs its groups. */
export function suffixOf({ users }, file) {
  return (users.get(file) ?? [])
    .map((name) => `\nexport { kept as kept_${name} } from ${JSON.stringify(HUB + name)};`)
    .join('');
}
