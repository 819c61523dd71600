import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findClosure, locate } from './packages/closure.mjs';
import { readCodeBlocks } from './packages/code-blocks.mjs';
import { packPackages } from './packages/pack-packages.mjs';
import { placeClosure } from './packages/place-closure.mjs';
import { readJson } from './packages/read-packages.mjs';

function readExamples(root, only) {
  return readdirSync(path.join(root, 'examples'), { withFileTypes: true })
    .filter((entry) => existsSync(path.join(root, 'examples', entry.name, 'package.json')))
    .filter((entry) => only.length === 0 || only.includes(entry.name))
    .map((entry) => {
      const folder = path.join(root, 'examples', entry.name);
      const { dependencies = {}, devDependencies = {} } = readJson(path.join(folder, 'package.json'));
      return { name: entry.name, folder, needs: Object.keys({ ...dependencies, ...devDependencies }) };
    });
}

/** Lines of output a README shows as comments below `npm test` and the example did not print. */
function findUnprinted(folder, output) {
  const [block] = readCodeBlocks(readFileSync(path.join(folder, 'README.md'), 'utf8'));
  const promised = [...block.code.matchAll(/^# (.*)$/gm)].map(([, line]) => line);
  const printed = output.split('\n').map((line) => line.trimEnd());
  return promised.filter((line) => !printed.includes(line));
}

function runExample(root, packed, lock, work, { name, folder, needs }) {
  const consumer = path.join(work, 'examples', name);
  const isSource = (file) => !/(^|\/)(node_modules|dist|\.demo)$/.test(file);
  cpSync(folder, consumer, { recursive: true, filter: isSource });
  placeClosure({ root, consumer, packed, roots: locate(lock, needs) });
  const child = spawnSync('npm', ['test'], { cwd: consumer, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } });
  const output = `${child.stdout}${child.stderr}`.trim();
  const unprinted = child.status === 0 ? findUnprinted(folder, output) : [];
  const fault = child.status === 0 ? `prints no line ${JSON.stringify(unprinted[0])}` : `exit ${child.status}`;
  const fine = child.status === 0 && unprinted.length === 0;
  console.log(`${name}: ${fine ? 'ok' : `${fault}\n${output}`}`);
  return fine;
}

/** Builds and tests every example in a folder of its own, our packages from their tarballs. True when all succeed. */
export function checkExamples(root, { only = [], keep = false } = {}) {
  const lock = readJson(path.join(root, 'package-lock.json')).packages;
  const examples = readExamples(root, only);
  const { locations } = findClosure(lock, locate(lock, [...new Set(examples.flatMap(({ needs }) => needs))]));
  const ours = locations
    .map((location) => /^packages\/([^/]+)$/.exec(location)?.[1])
    .filter((name) => name !== undefined);
  const work = mkdtempSync(path.join(tmpdir(), 'reportcard-examples-'));
  try {
    const packed = Object.fromEntries(
      Object.entries(packPackages(root, ours, work)).map(([name, { folder }]) => [name, folder]),
    );
    return examples.map((example) => runExample(root, packed, lock, work, example)).every(Boolean);
  } finally {
    if (keep) console.log(work);
    else rmSync(work, { recursive: true, force: true });
  }
}

if (process.argv[1] !== undefined && path.resolve(process.argv[1]) === import.meta.filename) {
  const { values } = parseArgs({ options: { only: { type: 'string', multiple: true }, keep: { type: 'boolean' } } });
  process.exitCode = checkExamples(path.resolve(import.meta.dirname, '..'), values) ? 0 : 1;
}
