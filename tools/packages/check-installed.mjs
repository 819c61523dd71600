import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkExamples, importedNames } from './check-examples.mjs';
import { locate } from './closure.mjs';
import { importEntries } from './import-entries.mjs';
import { checkTypesOf, lintPackage } from './lint-package.mjs';
import { placeClosure } from './place-closure.mjs';
import { readEntries, readJson } from './read-packages.mjs';
import { checkBudget, sizeOf } from './weigh.mjs';

/** Places further packages the examples use; a name that is nowhere is left to the type check to tell. */
function placeExtras({ root, consumer, packed }, names) {
  const lock = readJson(path.join(root, 'package-lock.json')).packages;
  const roots = names.filter((name) => lock[`node_modules/${name}`] !== undefined);
  placeClosure({ root, consumer, packed, roots: locate(lock, roots) });
}

/**
 * Installs one packed package with its closure into a folder of its own and uses it as a stranger would: every export is
 * imported and type-checked, the README's examples are run and type-checked, publint and attw look at the tarball, and
 * the weight is held against its budget.
 */
export async function checkInstalled({ root, name, tarballs, work, budgets, hosted }) {
  const consumer = path.join(work, 'consumers', name);
  mkdirSync(consumer, { recursive: true });
  writeFileSync(path.join(consumer, 'package.json'), '{ "private": true, "type": "module" }\n');
  const packed = Object.fromEntries(Object.entries(tarballs).map(([key, { folder }]) => [key, folder]));
  const manifest = readJson(path.join(packed[name], 'package.json'));
  const { places, missing } = placeClosure({ root, consumer, packed, roots: [`packages/${name}`] });
  const weight = {
    size_kb: Math.ceil(sizeOf(path.join(consumer, 'node_modules')) / 1000),
    dependencies: places.length - 1,
  };
  placeExtras({ root, consumer, packed }, ['@types/node']);
  const entries = readEntries(manifest);
  const alone = importEntries(
    consumer,
    entries.filter(({ specifier }) => hosted[specifier] === undefined),
    { limit_ms: budgets[name]?.import_ms },
  );
  weight.import_ms = alone.import_ms === null ? null : Math.round(alone.import_ms);
  const readmeFile = path.join(packed[name], 'README.md');
  const readme = existsSync(readmeFile) ? readFileSync(readmeFile, 'utf8') : '';
  const hosts = entries.flatMap(({ specifier }) => hosted[specifier] ?? []);
  placeExtras({ root, consumer, packed }, [...hosts, ...importedNames(readme)]);
  const beside = importEntries(
    consumer,
    entries.filter(({ specifier }) => hosted[specifier] !== undefined),
  );
  const examples = checkExamples(readme, path.join(consumer, 'readme'), { skipLibCheck: true });
  const problems = [
    ...missing,
    ...alone.problems,
    ...beside.problems,
    ...examples.problems,
    ...(await lintPackage(packed[name], manifest)),
    ...checkTypesOf(tarballs[name].tarball),
    ...checkBudget(name, weight, budgets[name]),
  ];
  return { problems, weight, n_examples: examples.n };
}
