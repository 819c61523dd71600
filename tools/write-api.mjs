import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formatApiList, formatApiPage, readPackageApi } from './api/package-api.mjs';
import { readPackages } from './packages/read-packages.mjs';

/** The kept API lists of a workspace, by their path: `docs/api/<package>.txt` and `docs/api.md`. */
export function createApiFiles(root) {
  const packages = readPackages(root).map((entry) => ({ ...entry, entries: readPackageApi(root, entry) }));
  const files = Object.fromEntries(
    packages.map(({ name, entries }) => [`docs/api/${name}.txt`, formatApiList(entries)]),
  );
  return { ...files, 'docs/api.md': formatApiPage(packages) };
}

function writeApi(root) {
  mkdirSync(path.join(root, 'docs/api'), { recursive: true });
  const files = createApiFiles(root);
  for (const name of readdirSync(path.join(root, 'docs/api')))
    if (files[`docs/api/${name}`] === undefined) rmSync(path.join(root, 'docs/api', name));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(root, name), text);
  console.log(`${Object.keys(files).length} files of the public API written; read the diff`);
}

if (process.argv[1] !== undefined && path.resolve(process.argv[1]) === import.meta.filename)
  writeApi(path.resolve(import.meta.dirname, '..'));
