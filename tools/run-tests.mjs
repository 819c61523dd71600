import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

// Runs the whole test suite and closes with one line of counts, made from Vitest's own JSON reports.
const root = path.resolve(import.meta.dirname, '..');
const results = path.join(root, '.test-results');
const vitest = path.join(path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

/** Kills and stops processes that others must notice within seconds: nothing else runs beside it. */
const ALONE = 'packages/cli/test/queue.test.ts';
const given = process.argv.slice(2);
const PASSES =
  given.length > 0
    ? [{ name: 'vitest', args: given }]
    : [
        { name: 'vitest', args: ['--exclude', ALONE] },
        { name: 'vitest-alone', args: [ALONE] },
      ];

function runPass({ name, args }) {
  const output = path.join(results, `${name}.json`);
  rmSync(output, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
  const child = spawnSync(process.execPath, [vitest, 'run', ...reporters, ...args], { cwd: root, stdio: 'inherit' });
  if (!existsSync(output)) {
    console.error('no test report was written');
    process.exit(1);
  }
  return { isGreen: child.status === 0, report: JSON.parse(readFileSync(output, 'utf8')) };
}

mkdirSync(results, { recursive: true });
const passes = PASSES.map(runPass);
const files = passes.flatMap(({ report }) => report.testResults);
const sum = (field) => passes.reduce((total, { report }) => total + report[field], 0);
const broken = files.filter(
  (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
);
for (const file of broken) console.error(`could not run ${path.relative(root, file.name)}`);
const notRun = files.flatMap((file) =>
  file.assertionResults.filter((test) => ['pending', 'skipped', 'todo'].includes(test.status)),
);
for (const test of notRun) console.log(`skipped: ${test.fullName.trim()}`);
const skipped = sum('numPendingTests') + sum('numTodoTests');
console.log(`${sum('numPassedTests')} passed, ${sum('numFailedTests') + broken.length} failed, ${skipped} skipped`);
process.exitCode = passes.every(({ isGreen }) => isGreen) && sum('numPassedTests') > 0 ? 0 : 1;
