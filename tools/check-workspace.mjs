import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { FLOORS, RESERVED } from './floors.mjs';

const NEEDED_FILES = ['README.md', 'package.json', 'tsconfig.json', 'src/index.ts'];
const NEEDED_TARGETS = ['build', 'test', 'lint', 'typecheck'];

function sourceFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /\.(ts|tsx|mts)$/.test(name) && statSync(path.join(folder, name)).isFile());
}

function shortName(packageName) {
  return packageName === 'reportcard' ? 'cli' : packageName.replace(/^@reportcard\//, '');
}

function importedPackages(text) {
  const found = new Set();
  for (const match of text.matchAll(/(?:from|import)\s*\(?\s*['"](@reportcard\/[a-z-]+|reportcard)(?:\/[^'"]*)?['"]/g))
    found.add(shortName(match[1]));
  return found;
}

/** Removes comments and the text of template and string literals that span no import, so that docs do not count. */
function withoutComments(text) {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

function checkManifest(name, floor, manifest) {
  const problems = [];
  const expectedName = name === 'cli' ? 'reportcard' : `@reportcard/${name}`;
  if (manifest.name !== expectedName)
    problems.push(`package.json: the name is ${manifest.name}, expected ${expectedName}`);
  const tags = manifest.nx?.tags ?? [];
  if (!tags.includes(`layer:${floor.layer}`)) problems.push(`package.json: nx.tags lacks layer:${floor.layer}`);
  for (const target of NEEDED_TARGETS)
    if (manifest.nx?.targets?.[target] === undefined) problems.push(`package.json: nx.targets lacks ${target}`);
  if (manifest.license !== 'Apache-2.0') problems.push('package.json: the license is not Apache-2.0');
  if (manifest.peerDependencies !== undefined)
    problems.push('package.json: peerDependencies force major releases; use dependencies');
  const declared = Object.keys(manifest.dependencies ?? {}).filter((dependency) =>
    dependency.startsWith('@reportcard/'),
  );
  for (const dependency of declared) {
    if (!mayUse(floor, shortName(dependency)))
      problems.push(`package.json: ${name} may not depend on ${dependency} (floor table)`);
  }
  return problems;
}

function mayUse(floor, other) {
  return floor.uses === 'all' || floor.uses.includes(other);
}

/** A package that users add when they need it: declared for development, imported for its types, loaded by name. */
function isOptional(manifest, otherName, code) {
  const rest = code.replace(/^import type [^;]*;/gm, '').replace(/typeof import\([^)]*\)/g, '');
  return (
    manifest.devDependencies?.[otherName] !== undefined && !importedPackages(rest).has(otherName.split('/').at(-1))
  );
}

function checkSource(name, floor, manifest, file, text) {
  const problems = [];
  const code = withoutComments(text);
  for (const other of importedPackages(code)) {
    if (other === name) continue;
    const otherName = other === 'cli' ? 'reportcard' : `@reportcard/${other}`;
    if (!mayUse(floor, other)) problems.push(`src/${file}: ${name} may not import ${otherName} (floor table)`);
    else if (manifest.dependencies?.[otherName] === undefined && !isOptional(manifest, otherName, code))
      problems.push(`src/${file}: imports ${otherName}, which package.json does not declare`);
  }
  for (const { what, pattern, packages, files } of RESERVED) {
    if (!pattern.test(code) || packages.includes(name) || files?.test(`${name}/src/${file}`)) continue;
    problems.push(`src/${file}: ${what} is reserved for ${packages.join(', ')}`);
  }
  return problems;
}

function checkPackage(root, name) {
  const folder = path.join(root, 'packages', name);
  const floor = FLOORS[name];
  if (floor === undefined) return [`packages/${name}: not in the floor table (tools/floors.mjs)`];
  const problems = NEEDED_FILES.filter((file) => !existsSync(path.join(folder, file))).map(
    (file) => `${file} is missing`,
  );
  if (existsSync(path.join(folder, 'package.json'))) {
    const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    problems.push(...checkManifest(name, floor, manifest));
    for (const file of sourceFiles(path.join(folder, 'src'))) {
      problems.push(
        ...checkSource(
          name,
          floor,
          manifest,
          file.split(path.sep).join('/'),
          readFileSync(path.join(folder, 'src', file), 'utf8'),
        ),
      );
    }
  }
  return problems.map((problem) => `packages/${name}/${problem}`);
}

/** Every breach of the floor table and of the package rules in a workspace, one sentence each. */
export function checkWorkspace(root) {
  const problems = [];
  for (const [name, floor] of Object.entries(FLOORS)) {
    if (floor.uses === 'all') continue;
    for (const other of floor.uses) {
      if (FLOORS[other] === undefined) problems.push(`floor table: ${name} uses ${other}, which has no row`);
      else if (FLOORS[other].layer > floor.layer) problems.push(`floor table: ${name} points up at ${other}`);
    }
  }
  const folders = readdirSync(path.join(root, 'packages'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  for (const entry of folders) problems.push(...checkPackage(root, entry.name));
  return problems;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = path.resolve(import.meta.dirname ?? '.', '..');
  const problems = checkWorkspace(root);
  for (const problem of problems) console.error(problem);
  console.log(problems.length === 0 ? 'workspace: all floors hold' : `workspace: ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
