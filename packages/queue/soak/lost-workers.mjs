/**
 * The tests of lost workers with the stop as long as it is in life: three workers record and judge through a real Redis, one
 * is killed with SIGKILL and one stopped for 30 s in mid-run. Usage: node packages/queue/soak/lost-workers.mjs [seconds]
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const seconds = process.argv[2] ?? '30';
const { status } = spawnSync(
  'npx',
  [
    'vitest',
    'run',
    'packages/cli/test/queue.test.ts',
    '-t',
    'one worker is killed|under way at the kill',
    '--retry',
    '0',
    '--testTimeout',
    '600000',
  ],
  {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    env: { ...process.env, CI: 'true', REPORTCARD_STOP_SECONDS: seconds },
    stdio: 'inherit',
  },
);
process.exitCode = status ?? 1;
