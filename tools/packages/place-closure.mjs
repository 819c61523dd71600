import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { findClosure, placeOf } from './closure.mjs';
import { readJson } from './read-packages.mjs';

function linkFile(from, to) {
  try {
    linkSync(from, to);
  } catch (error) {
    if (error.code !== 'EXDEV' && error.code !== 'EPERM' && error.code !== 'EMLINK') throw error;
    copyFileSync(from, to);
  }
}

/** Puts a package's own files into `to`, as hard links where the file system allows; nested packages stay behind. */
function copyPackage(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) copyPackage(source, target);
    else if (entry.isFile()) linkFile(source, target);
  }
}

function linkBins(consumer, target, manifest) {
  const bins = typeof manifest.bin === 'string' ? { [manifest.name.split('/').pop()]: manifest.bin } : manifest.bin;
  const folder = path.join(consumer, 'node_modules/.bin');
  for (const [name, file] of Object.entries(bins ?? {})) {
    mkdirSync(folder, { recursive: true });
    const link = path.join(folder, name);
    if (!existsSync(link)) symlinkSync(path.relative(folder, path.join(target, file)), link);
  }
}

/**
 * Installs packages with their closure, and nothing else, into `consumer/node_modules`: ours from `packed` (unpacked
 * tarballs by folder name), others as the lock file pins them. Returns `{ places, missing }`.
 */
export function placeClosure({ root, consumer, packed, roots }) {
  const lock = readJson(path.join(root, 'package-lock.json')).packages;
  const manifests = {};
  for (const [name, folder] of Object.entries(packed))
    manifests[`packages/${name}`] = readJson(path.join(folder, 'package.json'));
  const { locations, missing } = findClosure(lock, roots, manifests);
  const nameOf = (folder) => manifests[folder].name;
  const places = [];
  for (const location of locations) {
    const source = packed[/^packages\/([^/]+)$/.exec(location)?.[1]] ?? path.join(root, location);
    const target = path.join(consumer, placeOf(location, nameOf));
    if (!existsSync(source)) continue; // an optional dependency for another platform
    places.push(placeOf(location, nameOf));
    if (existsSync(path.join(target, 'package.json'))) continue;
    copyPackage(source, target);
    if (/^(packages\/[^/]+|node_modules\/(@[^/]+\/)?[^/]+)$/.test(location))
      linkBins(consumer, target, readJson(path.join(target, 'package.json')));
  }
  return { places, missing };
}
