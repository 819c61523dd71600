import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

// Runs the whole test suite and closes with one line of counts, made from Vitest's own JSON report.
const root = path.resolve(import.meta.dirname, '..');
const output = path.join(root, '.test-results', 'vitest.json');
mkdirSync(path.dirname(output), { recursive: true });
rmSync(output, { force: true });

const vitest = path.join(path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const args = [
  vitest,
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${output}`,
  ...process.argv.slice(2),
];
const child = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });

if (!existsSync(output)) {
  console.error('no test report was written');
  process.exit(1);
}
const report = JSON.parse(readFileSync(output, 'utf8'));
const skipped = report.numPendingTests + report.numTodoTests;
const brokenFiles = report.testResults.filter(
  (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
);
for (const file of brokenFiles) console.error(`could not run ${path.relative(root, file.name)}`);
const notRun = report.testResults.flatMap((file) =>
  file.assertionResults.filter((test) => ['pending', 'skipped', 'todo'].includes(test.status)),
);
for (const test of notRun) console.log(`skipped: ${test.fullName.trim()}`);
console.log(
  `${report.numPassedTests} passed, ${report.numFailedTests + brokenFiles.length} failed, ${skipped} skipped`,
);
process.exitCode = child.status === 0 && report.numPassedTests > 0 ? 0 : 1;
