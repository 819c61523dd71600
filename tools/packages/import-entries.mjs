import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runNode } from './run-node.mjs';
import { typeCheck } from './type-check.mjs';

const PROBE = `
const started = process.cpuUsage();
const module = await import(process.argv[2]);
const { user, system } = process.cpuUsage(started);
console.log(JSON.stringify({ ms: (user + system) / 1000, names: Object.keys(module) }));
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

/** The shortest of some imports, tried again only while over the limit: a busy machine is not the package's fault. */
function shortestImport(consumer, specifier, first, limit) {
  let shortest = first;
  for (let tries = 1; tries < 6 && shortest !== null && shortest > limit; tries++)
    shortest = Math.min(shortest, importEntry(consumer, specifier).ms ?? shortest);
  return shortest;
}

/**
 * Imports each entry in a process of its own, then type-checks a module that imports them all. `import_ms` is the
 * processor time the first one takes (that of waiting for a busy machine is not in it), measured again while it is over `limit_ms`;
 * null where it cannot be imported.
 */
export function importEntries(consumer, entries, { limit_ms = Number.POSITIVE_INFINITY } = {}) {
  const results = entries.map(({ specifier }) => importEntry(consumer, specifier));
  const source = entries.map(({ specifier }, index) => `export * as entry${index} from '${specifier}';`).join('\n');
  writeFileSync(path.join(consumer, 'imports.mts'), `${source}\n`);
  const problems = results.map(({ problem }) => problem).filter((problem) => problem !== null);
  const lines = typeCheck(consumer, ['imports.mts'], { types: ['node'] }).filter((line) => !OTHERS.test(line));
  problems.push(...lines.map((line) => `as a consumer: ${line}`));
  const [first] = entries;
  const import_ms =
    first === undefined ? null : shortestImport(consumer, first.specifier, results[0]?.ms ?? null, limit_ms);
  return { problems, import_ms };
}
