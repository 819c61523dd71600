import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Runs Node with arguments in a folder: `{ status, output }`, output being both streams. */
export function runNode(args, { cwd, env = {}, timeout = 180_000 }) {
  const child = spawnSync(process.execPath, args, {
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...env },
    encoding: 'utf8',
    timeout,
    maxBuffer: 1 << 26,
  });
  if (child.error !== undefined)
    return { status: -1, output: `${child.stdout ?? ''}${child.stderr ?? ''}${child.error.message}` };
  return { status: child.status, output: `${child.stdout}${child.stderr}` };
}

/** The script of a command line tool the workspace depends on. */
export function toolScript(packageName, script) {
  const require = createRequire(import.meta.url);
  return path.join(path.dirname(require.resolve(`${packageName}/package.json`)), script);
}
