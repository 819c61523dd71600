import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeExamples } from './check-examples.mjs';
import { lintPackage } from './lint-package.mjs';
import { readEntries } from './read-packages.mjs';
import { runNode } from './run-node.mjs';
import { typeCheck } from './type-check.mjs';

const PROBE = `
for (const specifier of JSON.parse(process.argv[2])) {
  try {
    if (Object.keys(await import(specifier)).length === 0) console.log(JSON.stringify({ specifier, why: 'gives nothing' }));
  } catch (error) {
    console.log(JSON.stringify({ specifier, why: String(error.message) }));
  }
}
`;

function importAll(folder, packages) {
  writeFileSync(path.join(folder, 'probe.mjs'), PROBE);
  const specifiers = packages.flatMap(({ manifest }) => readEntries(manifest).map(({ specifier }) => specifier));
  const { status, output } = runNode(['probe.mjs', JSON.stringify(specifiers)], { cwd: folder });
  if (status !== 0) return [`importing the packages' entries ended with ${status}: ${output.trim()}`];
  return output
    .split('\n')
    .filter(Boolean)
    .map((line) => `import: ${line}`);
}

function prepareExamples(folder, { name, folder: packageFolder }) {
  const readme = path.join(packageFolder, 'README.md');
  if (!existsSync(readme)) return [];
  return writeExamples(readFileSync(readme, 'utf8'), path.join(folder, name)).map((example) => ({
    ...example,
    file: path.join(name, example.file),
    name,
  }));
}

function runExamples(folder, examples) {
  const problems = [];
  for (const { name, file, line, run } of examples) {
    if (!run) continue;
    const { status, output } = runNode([path.basename(file)], { cwd: path.join(folder, path.dirname(file)) });
    if (status !== 0)
      problems.push(`${name}: README.md:${line}: the example fails (exit ${status}):\n${output.trim()}`);
  }
  return problems;
}

/**
 * The quick check of packages where they stand, nothing installed: publint, every export imported from the build, every
 * README example type-checked and, where it is JavaScript, run. `folder` is emptied and must lie inside the workspace.
 */
export async function checkInPlace(packages, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const problems = importAll(folder, packages);
  for (const { name, folder: packageFolder, manifest } of packages)
    problems.push(...(await lintPackage(packageFolder, manifest)).map((problem) => `${name}: ${problem}`));
  const examples = packages.flatMap((entry) => prepareExamples(folder, entry));
  const files = examples.map(({ file }) => file);
  if (files.length > 0)
    problems.push(
      ...typeCheck(folder, files, { types: ['node'], skipLibCheck: true }).map((line) => `README example: ${line}`),
    );
  problems.push(...runExamples(folder, examples));
  for (const { name } of packages)
    if (!examples.some((example) => example.name === name)) problems.push(`${name}: README.md: no example`);
  return { problems, n_examples: examples.length };
}
