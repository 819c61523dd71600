/**
 * The fuzz test of the importers at length: 20,000 corrupted files a format, one format after the other. Any crash, hang, changed
 * prototype or sample without a valid shape is a failure. Usage: node packages/importers/soak/fuzz-campaign.mjs [cases] [seed]
 * [format...]
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');
const ALL =
  'trec beir ragent own-table records xlsx ragas-annotations heta table langsmith langfuse phoenix ragas deepeval inspect promptfoo';
const [cases = '20000', seed = '1', ...wanted] = process.argv.slice(2);
let failed = 0;
for (const format of wanted.length > 0 ? wanted : ALL.split(' ')) {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      path.join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      'packages/importers/test/fuzz.test.ts',
      '--testTimeout=36000000',
      '--testNamePattern',
      `of '?${format}'? \\(`,
    ],
    {
      cwd: root,
      encoding: 'utf8',
      // Errors without stacks: most of the time would go into those of refused files.
      env: { ...process.env, FUZZ_CASES: cases, FUZZ_SEED: seed, NODE_OPTIONS: '--stack-trace-limit=1', NO_COLOR: '1' },
    },
  );
  const told = /Tests\s+(.*)/.exec(stdout)?.[1] ?? '';
  const ran = /\d+ passed/.test(told);
  console.log(
    `${format}: ${cases} cases in ${Math.round((performance.now() - start) / 1000)} s: ${status === 0 && ran ? 'no fault' : 'FAULT'} (files: ${told})`,
  );
  if (status === 0 && ran) continue;
  failed++;
  console.log(stdout, stderr);
}
process.exitCode = failed === 0 ? 0 : 1;
