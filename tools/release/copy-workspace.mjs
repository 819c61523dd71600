import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { readPackages } from '../packages/read-packages.mjs';

const BUILT = ['dist', 'bundle', 'dist-page'];

function git(folder, ...args) {
  const identity = ['-c', 'user.name=rehearsal', '-c', 'user.email=rehearsal@localhost', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 });
}

/** Commits everything in a copy. */
export function commitAll(folder, message) {
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '--allow-empty', '-m', message);
}

function linkModules(from, to) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from))
    if (name !== '@reportcard' && name !== 'reportcard' && name !== '.cache' && name !== '.vite')
      symlinkSync(path.join(from, name), path.join(to, name));
}

/**
 * Copies a workspace with what is built of it into a repository of its own with one commit on `main`. Third parties are
 * linked to the original's; our packages resolve to the copy's.
 */
export function copyWorkspace(root, copy) {
  const files = git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0').filter(Boolean);
  for (const file of files)
    if (lstatSync(path.join(root, file), { throwIfNoEntry: false })?.isFile())
      cpSync(path.join(root, file), path.join(copy, file), { preserveTimestamps: true });
  linkModules(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  for (const { name, folder, manifest } of readPackages(root)) {
    const link = path.join(copy, 'node_modules', manifest.name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(copy, 'packages', name), link);
    const own = path.join(folder, 'node_modules');
    if (existsSync(own)) linkModules(own, path.join(copy, 'packages', name, 'node_modules'));
    for (const part of BUILT)
      if (existsSync(path.join(folder, part)))
        cpSync(path.join(folder, part), path.join(copy, 'packages', name, part), {
          recursive: true,
          preserveTimestamps: true,
        });
  }
  git(copy, 'init', '-q', '-b', 'main');
  commitAll(copy, 'The workspace as it is');
}
