import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runNode } from './run-node.mjs';
import { typeCheck } from './type-check.mjs';

const PROBE = `
const started = performance.now();
const module = await import(process.argv[2]);
console.log(JSON.stringify({ ms: performance.now() - started, names: Object.keys(module) }));
`;

/** Faults in the declarations of packages that are not ours. */
const OTHERS = /^(\s|node_modules\/(?!@reportcard\/|reportcard\/))/;

function importEntry(consumer, specifier) {
  writeFileSync(path.join(consumer, 'probe.mjs'), PROBE);
  const { status, output } = runNode(['probe.mjs', specifier], { cwd: consumer });
  if (status !== 0) return { problem: `import '${specifier}' failed:\n${output.trim()}`, ms: null };
  try {
    const { ms, names } = JSON.parse(output);
    return { problem: names.length === 0 ? `import '${specifier}' gives nothing` : null, ms };
  } catch {
    return { problem: `import '${specifier}' prints:\n${output.trim()}`, ms: null };
  }
}

/** Imports each entry in a process of its own, then type-checks a module that imports them all. */
export function importEntries(consumer, entries) {
  const results = entries.map(({ specifier }) => importEntry(consumer, specifier));
  const source = entries.map(({ specifier }, index) => `export * as entry${index} from '${specifier}';`).join('\n');
  writeFileSync(path.join(consumer, 'imports.mts'), `${source}\n`);
  const problems = results.map(({ problem }) => problem).filter((problem) => problem !== null);
  const lines = typeCheck(consumer, ['imports.mts'], { types: ['node'] }).filter((line) => !OTHERS.test(line));
  problems.push(...lines.map((line) => `as a consumer: ${line}`));
  return { problems, import_ms: results[0]?.ms ?? null };
}
