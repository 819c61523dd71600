import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { completeCode, readCodeBlocks } from '../packages/code-blocks.mjs';

const MODULES = path.resolve(import.meta.dirname, '../../node_modules');

/** Stands in for npm: `init` writes a manifest, `install` links what the workspace has. */
const NPM = `#!/bin/sh
verb=$1
shift
case "$verb" in
  init) echo '{ "name": "trial", "private": true, "type": "module" }' > package.json ;;
  install)
    for name in "$@"; do
      case "$name" in -*) continue ;; esac
      [ -e "${MODULES}/$name" ] || { echo "$name is not installed in the workspace" >&2; exit 1; }
      mkdir -p "node_modules/$(dirname "$name")"
      ln -sfn "${MODULES}/$name" "node_modules/$name"
    done ;;
  *) echo "npm $verb is not to be run here" >&2; exit 127 ;;
esac
`;

function writeNpx(cli) {
  return `#!/bin/sh
name=$1
shift
case "$name" in
  reportcard) exec "${process.execPath}" "${cli}" "$@" ;;
  vitest) exec "${process.execPath}" "${MODULES}/vitest/vitest.mjs" "$@" ;;
  *) echo "npx $name is not to be run here" >&2; exit 127 ;;
esac
`;
}

/** Commands a page may use, by scripts that stand in for the installed ones. */
function writeShims(folder, cli) {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries({ npm: NPM, npx: writeNpx(cli) })) {
    writeFileSync(path.join(folder, name), text);
    chmodSync(path.join(folder, name), 0o755);
  }
}

/** Runs a block and leaves its folder in `.pwd`, where the next one begins. */
function runBlock(code, { start, state, env }) {
  const script = `${code}\npwd > "${state}"\n`;
  const options = { cwd: start, env, encoding: 'utf8', timeout: 300_000, maxBuffer: 1 << 26 };
  const child = spawnSync('bash', ['-eu', '-o', 'pipefail', '-c', script], options);
  return { status: child.status ?? -1, output: `${child.stdout}${child.stderr}` };
}

/** Starts a block that keeps running and waits for its first line of output. */
async function startBlock(code, { start, env }) {
  const child = spawn('bash', ['-c', code], { cwd: start, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('it said nothing for 60 s')), 60_000);
    child.stdout.once('data', () => resolve(clearTimeout(late)));
    child.once('exit', (status) => reject(new Error(`it ended with ${status}`)));
  });
  return child;
}

function folderAfter(state, start) {
  return existsSync(state) ? readFileSync(state, 'utf8').trim() : start;
}

/**
 * Does what a page tells its reader to do, in an empty folder: writes the files it shows, runs its commands in order.
 * Returns problems and the number of commands run.
 */
export async function runPage(markdown, folder, cli) {
  writeShims(path.join(folder, 'bin'), cli);
  const home = path.join(folder, 'home');
  mkdirSync(home);
  const state = path.join(folder, 'pwd');
  const env = { ...process.env, PATH: `${path.join(folder, 'bin')}:${process.env.PATH}`, NO_COLOR: '1', CI: 'true' };
  const background = [];
  const problems = [];
  let n = 0;
  try {
    for (const block of readCodeBlocks(markdown)) {
      const start = folderAfter(state, home);
      if (block.as !== null) {
        mkdirSync(path.dirname(path.join(start, block.as)), { recursive: true });
        writeFileSync(path.join(start, block.as), completeCode(block));
      }
      if (block.language !== 'sh' || block.checkOnly) continue;
      n++;
      if (block.background) background.push(await startBlock(completeCode(block), { start, env }));
      else {
        const { status, output } = runBlock(completeCode(block), { start, state, env });
        if (status !== block.exit)
          problems.push(
            `line ${block.line}: ended with ${status}, not ${block.exit}:\n${block.code}\n${output.trim()}`,
          );
      }
    }
  } catch (error) {
    problems.push(error.message);
  } finally {
    for (const child of background) process.kill(-child.pid);
  }
  return { problems, n };
}
