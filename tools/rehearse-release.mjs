import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readJson, readPackages } from './packages/read-packages.mjs';
import { commitAll, copyWorkspace } from './release/copy-workspace.mjs';
import { findBumps, findDependents } from './release/dependents.mjs';
import { startRegistry } from './release/local-registry.mjs';

const HELP = `Rehearses a release from changeset to npx, against a registry on this machine.

node tools/rehearse-release.mjs          the workspace is copied; nothing of it changes and nothing leaves the machine
  --keep   leaves the temporary folder and prints it

1. the pending changesets, if any, become versions, and all is published
2. one change each in a package at the top and in one at the bottom: it and its dependents get a new version, no other
3. npx reportcard demo in an empty folder, from what was published`;

const ARTEFACTS = ['_scores.json', 'report.md', 'per_sample.csv', 'failures.jsonl', 'slides.html'];

function check(holds, message) {
  if (!holds) throw new Error(message);
}

function run(command, args, { cwd, env, log = true }) {
  if (log) console.log(`$ ${[command, ...args].join(' ')}`);
  const options = { cwd, env: { ...process.env, NO_COLOR: '1', CI: 'true', ...env }, encoding: 'utf8' };
  const child = spawnSync(command, args, { ...options, maxBuffer: 1 << 28 });
  const output = `${child.stdout}${child.stderr}`.trim();
  if (child.status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${child.status}:\n${output}`);
  return output;
}

/** A statement of provenance needs the identity of a CI service, which a rehearsal has not. */
function withoutProvenance(copy) {
  for (const { folder, manifest } of readPackages(copy)) {
    const { provenance: _, ...publishConfig } = manifest.publishConfig;
    writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify({ ...manifest, publishConfig }, null, 2)}\n`);
  }
  commitAll(copy, 'No provenance in a rehearsal');
}

function version(copy, env) {
  const before = readPackages(copy);
  run('npx', ['changeset', 'version'], { cwd: copy, env });
  run('npm', ['install', '--package-lock-only', '--ignore-scripts'], { cwd: copy, env });
  const bumps = findBumps(before, readPackages(copy));
  for (const [name, change] of Object.entries(bumps)) console.log(`  ${name} ${change}`);
  commitAll(copy, 'Versions');
  return bumps;
}

/** Publishes what the registry does not hold yet. Returns `name@version` of each, sorted. */
function publish(copy, env) {
  run('npm', ['run', 'build'], { cwd: copy, env });
  const output = run('npx', ['changeset', 'publish'], { cwd: copy, env });
  const published = [...output.matchAll(/New tag:\s+(\S+)/g)].map(([, name]) => name).sort();
  console.log(`  published: ${published.join(' ')}`);
  return published;
}

function releaseAll(copy, env) {
  const bumps = version(copy, env);
  const packages = readPackages(copy);
  const published = publish(copy, env);
  const wanted = packages.map(({ manifest }) => `${manifest.name}@${manifest.version}`).sort();
  check(published.join() === wanted.join(), `published ${published}, not ${wanted}`);
  for (const { folder, manifest } of packages)
    if (bumps[manifest.name] !== undefined)
      check(existsSync(path.join(folder, 'CHANGELOG.md')), `${manifest.name} has no CHANGELOG.md`);
}

/** Changes one package and releases: it and its dependents get a new version and are published, no other package is. */
function releaseOne(copy, env, name) {
  const packages = readPackages(copy);
  const expected = findDependents(packages, name);
  const { folder } = packages.find(({ manifest }) => manifest.name === name);
  writeFileSync(path.join(folder, 'src/rehearsal.ts'), '/** A change. */\nexport const rehearsed: boolean = true;\n');
  writeFileSync(path.join(copy, '.changeset/rehearsal.md'), `---\n'${name}': patch\n---\n\nA rehearsed change.\n`);
  commitAll(copy, `A change in ${name}`);
  const bumped = Object.keys(version(copy, env));
  check(bumped.join() === expected.join(), `a change in ${name} bumped ${bumped}, not ${expected}`);
  const published = publish(copy, env).map((each) => each.replace(/@[^@]+$/, ''));
  check(published.sort().join() === expected.join(), `published ${published}, not ${expected}`);
  console.log(`  ${expected.length} of ${packages.length} packages have a new version`);
}

function runDemo(copy, env, folder) {
  mkdirSync(folder);
  const wanted = readJson(path.join(copy, 'packages/cli/package.json')).version;
  const found = run('npx', ['--yes', 'reportcard', '--version'], { cwd: folder, env });
  check(found.includes(wanted), `npx gave reportcard ${found}, not ${wanted}`);
  console.log(run('npx', ['--yes', 'reportcard', 'demo'], { cwd: folder, env }));
  const reports = path.join(folder, 'reportcard-demo/reports');
  const [name] = readdirSync(reports).filter((each) => !each.includes('.'));
  for (const file of ARTEFACTS) check(existsSync(path.join(reports, name, file)), `the demo wrote no ${file}`);
  console.log(`  reportcard ${wanted} from the registry: ${ARTEFACTS.join(' ')}`);
}

/** Rehearses a release. Throws where it would go wrong. */
export async function rehearseRelease(root, { keep = false } = {}) {
  const work = mkdtempSync(path.join(tmpdir(), 'reportcard-release-'));
  const copy = path.join(work, 'workspace');
  writeFileSync(path.join(work, 'package.json'), '{ "private": true }\n'); // npm looks no further up for a project
  console.log('== a registry of our own, a copy of the workspace');
  const registry = await startRegistry(path.join(work, 'registry'));
  try {
    copyWorkspace(root, copy);
    withoutProvenance(copy);
    console.log('== first release: pending changesets → versions → published');
    releaseAll(copy, registry.env);
    console.log('== one change at the top, in renderers-md');
    releaseOne(copy, registry.env, '@reportcard/renderers-md');
    console.log('== one change lower down, in failures');
    releaseOne(copy, registry.env, '@reportcard/failures');
    console.log('== npx in an empty folder');
    runDemo(copy, registry.env, path.join(work, 'empty'));
  } finally {
    registry.stop();
    if (keep) console.log(work);
    else rmSync(work, { recursive: true, force: true, maxRetries: 5 });
  }
}

if (process.argv[1] !== undefined && path.resolve(process.argv[1]) === import.meta.filename) {
  const { values } = parseArgs({ options: { keep: { type: 'boolean' }, help: { type: 'boolean' } } });
  if (values.help === true) console.log(HELP);
  else
    try {
      await rehearseRelease(path.resolve(import.meta.dirname, '..'), values);
      console.log('release: rehearsed');
    } catch (error) {
      console.error(`release: ${error.message}`);
      process.exitCode = 1;
    }
}
