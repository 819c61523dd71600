import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { HOSTED_ENTRIES, PACKAGE_BUDGETS } from './package-budgets.mjs';
import { checkInPlace } from './packages/check-in-place.mjs';
import { checkInstalled } from './packages/check-installed.mjs';
import { findClosure } from './packages/closure.mjs';
import { checkPublishable } from './packages/manifest-rules.mjs';
import { packPackages } from './packages/pack-packages.mjs';
import { readJson, readPackages } from './packages/read-packages.mjs';
import { checkReadme } from './packages/readme-rules.mjs';
import { checkUsed } from './packages/used-dependencies.mjs';

const HELP = `Checks every package as a stranger meets it.

node tools/check-packages.mjs            packs each, installs it with its closure only, imports, type-checks and runs it
node tools/check-packages.mjs --quick    where they stand: manifests, publint, exports, README examples
  --only NAME    a package by its folder's name; may be given several times
  --keep         leaves the temporary folder and prints it`;

function writeRow({ name, weight, n_examples, problems }) {
  const columns = [
    name.padEnd(18),
    `${String(weight.size_kb).padStart(7)} kB`,
    `${String(weight.dependencies).padStart(3)} packages`,
    `${String(weight.import_ms ?? '–').padStart(4)} ms of import`,
    `${n_examples} examples`,
    problems.length === 0 ? 'ok' : `${problems.length} problems`,
  ];
  console.log(columns.join('  '));
}

function ourClosure(root, names) {
  const lock = readJson(path.join(root, 'package-lock.json')).packages;
  const { locations } = findClosure(
    lock,
    names.map((name) => `packages/${name}`),
  );
  return locations.map((location) => /^packages\/([^/]+)$/.exec(location)?.[1]).filter((name) => name !== undefined);
}

async function checkAllInstalled(root, packages, work) {
  const problems = [];
  const every = readPackages(root).map(({ name }) => name);
  const tarballs = packPackages(
    root,
    packages.length === every.length
      ? every
      : ourClosure(
          root,
          packages.map(({ name }) => name),
        ),
    work,
  );
  for (const { name } of packages) {
    const settings = { root, name, tarballs, work, budgets: PACKAGE_BUDGETS, hosted: HOSTED_ENTRIES };
    const result = await checkInstalled(settings);
    writeRow({ name, ...result });
    problems.push(...result.problems.map((problem) => `${name}: ${problem}`));
  }
  return problems;
}

/** Problems of the packages of a workspace, one text each. */
export async function checkPackages(root, { only = [], quick = false, keep = false } = {}) {
  const packages = readPackages(root).filter(({ name }) => only.length === 0 || only.includes(name));
  const licence = readFileSync(path.join(root, 'LICENSE'), 'utf8');
  const problems = packages.flatMap((entry) =>
    [
      ...[...checkPublishable({ ...entry, licence }), ...checkUsed(entry)].map((problem) => `package.json: ${problem}`),
      ...checkReadme(entry.folder),
    ].map((problem) => `${entry.name}: ${problem}`),
  );
  if (quick) {
    const { problems: found, n_examples } = await checkInPlace(packages, path.join(root, '.test-results/examples'));
    console.log(`packages: ${packages.length} looked at, ${n_examples} README examples`);
    return [...problems, ...found];
  }
  if (problems.some((problem) => problem.includes('does not exist'))) return problems;
  const work = mkdtempSync(path.join(tmpdir(), 'reportcard-packages-'));
  try {
    return [...problems, ...(await checkAllInstalled(root, packages, work))];
  } finally {
    if (keep) console.log(work);
    else rmSync(work, { recursive: true, force: true });
  }
}

if (
  process.argv[1] !== undefined &&
  existsSync(process.argv[1]) &&
  path.resolve(process.argv[1]) === import.meta.filename
) {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      quick: { type: 'boolean' },
      keep: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) console.log(HELP);
  else {
    const problems = await checkPackages(path.resolve(import.meta.dirname, '..'), values);
    for (const problem of problems) console.error(problem);
    console.log(problems.length === 0 ? 'packages: fit to publish' : `packages: ${problems.length} problems`);
    process.exitCode = problems.length === 0 ? 0 : 1;
  }
}
