import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Reads a JSON file. */
export function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The packages of a workspace in the order of their folders: folder name, absolute folder, manifest. */
export function readPackages(root) {
  return readdirSync(path.join(root, 'packages'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(root, 'packages', entry.name, 'package.json')))
    .map((entry) => {
      const folder = path.join(root, 'packages', entry.name);
      return { name: entry.name, folder, manifest: readJson(path.join(folder, 'package.json')) };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What `exports` offers as code: `{ subpath, specifier, targets }` an entry, JSON files left out. */
export function readEntries(manifest) {
  return Object.entries(manifest.exports ?? {})
    .filter(([subpath]) => !subpath.endsWith('.json'))
    .map(([subpath, target]) => ({
      subpath,
      specifier: subpath === '.' ? manifest.name : `${manifest.name}${subpath.slice(1)}`,
      targets: typeof target === 'string' ? { default: target } : target,
    }));
}
