import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';

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
  const packed = {};
  for (const [index, { filename, files }] of JSON.parse(output).entries()) {
    const tarball = path.join(tarballs, filename.replace('@', '').replace('/', '-'));
    const folder = path.join(destination, 'packed', names[index]);
    mkdirSync(folder, { recursive: true });
    execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
    packed[names[index]] = { tarball, folder, files: files.map((file) => file.path) };
  }
  return packed;
}
