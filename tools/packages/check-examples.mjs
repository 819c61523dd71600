import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { completeCode, readCodeBlocks } from './code-blocks.mjs';
import { runNode } from './run-node.mjs';
import { typeCheck } from './type-check.mjs';

const EXTENSIONS = { js: 'mjs', ts: 'mts', mjs: 'mjs', mts: 'mts', tsx: 'tsx' };

/** Writes the JavaScript and TypeScript blocks of a README as modules: `{ file, line, run }` each. */
export function writeExamples(markdown, folder) {
  mkdirSync(folder, { recursive: true });
  const examples = [];
  for (const block of readCodeBlocks(markdown)) {
    const extension = EXTENSIONS[block.language];
    if (extension === undefined) continue;
    const file = block.as ?? `example-${block.line}.${extension}`;
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), completeCode(block));
    examples.push({ file, line: block.line, run: extension === 'mjs' && !block.checkOnly });
  }
  return examples;
}

/** Packages a README's blocks import by name. */
export function importedNames(markdown) {
  const names = new Set();
  for (const { language, code, context } of readCodeBlocks(markdown)) {
    if (EXTENSIONS[language] === undefined) continue;
    for (const [, specifier] of `${context}\n${code}`.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'".][^'"]*)['"]/g))
      if (!specifier.startsWith('node:')) names.add(/^(@[^/]+\/)?[^/]+/.exec(specifier)[0]);
  }
  return [...names];
}

/** Runs the `js` examples of a README and type-checks all of them, in a folder from which the packages resolve. */
export function checkExamples(markdown, folder, options) {
  const examples = writeExamples(markdown, folder);
  if (examples.length === 0) return { problems: ['README.md: no example'], n: 0 };
  const problems = typeCheck(
    folder,
    examples.map(({ file }) => file),
    { types: ['node'], ...options },
  ).map((line) => `README.md example: ${line}`);
  for (const { file, line, run } of examples) {
    if (!run) continue;
    const { status, output } = runNode([file], { cwd: folder });
    if (status !== 0) problems.push(`README.md:${line}: the example fails (exit ${status}):\n${output.trim()}`);
  }
  return { problems, n: examples.length };
}
