import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { readJson } from './read-packages.mjs';

/**
 * Packs packages as `npm publish` would and unpacks them. Returns by folder name `{ tarball, folder, files }`, where
 * `files` are the paths in the tarball.
 */
export function packPackages(root, names, destination) {
  const tarballs = path.join(destination, 'tarballs');
  mkdirSync(tarballs, { recursive: true });
  const workspaces = names.flatMap((name) => ['-w', `packages/${name}`]);
  const output = execFileSync(
    'npm',
    ['pack', ...workspaces, '--json', '--ignore-scripts', '--pack-destination', tarballs],
    { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 28 },
  );
  const results = new Map(JSON.parse(output).map((result) => [result.name, result]));
  const packed = {};
  for (const name of names) {
    const result = results.get(readJson(path.join(root, 'packages', name, 'package.json')).name);
    const tarball = path.join(tarballs, result.filename.replace('@', '').replace('/', '-'));
    const folder = path.join(destination, 'packed', name);
    mkdirSync(folder, { recursive: true });
    execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
    packed[name] = { tarball, folder, files: result.files.map((file) => file.path) };
  }
  return packed;
}
