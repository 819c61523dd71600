/**
 * The fuzz test of the importers at length: 20,000 corrupted files a format. Any crash, hang, changed prototype or sample without
 * a valid shape ends it. Usage: node packages/importers/soak/fuzz-campaign.mjs [cases] [seed]
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');
const [cases = '20000', seed = '1'] = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  [
    path.join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    'packages/importers/test/fuzz.test.ts',
    '--testTimeout=36000000',
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, FUZZ_CASES: cases, FUZZ_SEED: seed } },
);
process.exitCode = status ?? 1;
