import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPackageApi } from '../api/package-api.mjs';
import { createScaffold } from '../new.mjs';
import { checkPublishable } from '../packages/manifest-rules.mjs';
import { readPackages } from '../packages/read-packages.mjs';
import { checkReadme } from '../packages/readme-rules.mjs';
import { checkUsed } from '../packages/used-dependencies.mjs';
import { applyPlan } from '../scaffold/apply-plan.mjs';
import { formsOf } from '../scaffold/names.mjs';
import { createApiFiles } from '../write-api.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const COPIED = ['packages', 'tools', 'fixtures', 'docs/api', 'docs/api.md', '.changeset'];
const SINGLE = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'tsconfig.test.json',
  'vitest.config.ts',
  'biome.json',
  'LICENSE',
  '.gitignore',
];

/** A copy of the workspace whose packages resolve to each other, third parties to the original's. */
function copyWorkspace() {
  const copy = mkdtempSync(path.join(tmpdir(), 'scaffold-'));
  const needed = /\/packages\/(report-schema|metrics|importers|score-sheet|renderer-kit)\//;
  const filter = (file) =>
    !/\/(bundle|bundle-test|dist-page|templates|data|node_modules|\.try-[^/]+)$/.test(file) &&
    (!/\/(dist|test)$/.test(file) || needed.test(file));
  for (const name of [...COPIED, ...SINGLE])
    if (existsSync(path.join(root, name)))
      cpSync(path.join(root, name), path.join(copy, name), { recursive: true, preserveTimestamps: true, filter });
  const modules = path.join(copy, 'node_modules');
  mkdirSync(path.join(modules, '@reportcard'), { recursive: true });
  for (const name of readdirSync(path.join(root, 'node_modules')))
    if (name !== '@reportcard' && name !== '.cache')
      symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name));
  for (const { name, manifest } of readPackages(root))
    if (manifest.name !== 'reportcard') symlinkSync(`../../packages/${name}`, path.join(modules, manifest.name));
  return copy;
}

describe('npm run new', () => {
  let copy;
  const made = {};

  const run = (script, args) => {
    const tool = path.join(root, 'node_modules', script);
    const child = spawnSync(process.execPath, [tool, ...args], {
      cwd: copy,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    });
    return { status: child.status, output: `${child.stdout}${child.stderr}` };
  };

  beforeAll(() => {
    copy = copyWorkspace();
    made.renderer = createScaffold(copy, 'renderer', 'plain-list');
    made.metric = createScaffold(copy, 'metric', 'names-number');
    made.importer = createScaffold(copy, 'importer', 'quiz-tool');
  }, 120_000);

  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it('writes code, test, fixture, README and changeset of each kind', () => {
    for (const { touched } of Object.values(made)) {
      for (const part of [/\/src\//, /\.test\.ts$/, /^fixtures\//, /README\.md$/, /^\.changeset\//])
        expect(
          touched.some((file) => part.test(file)),
          `${part} in ${touched}`,
        ).toBe(true);
    }
  });

  it('makes code that compiles with what it changes', { timeout: 300_000 }, () => {
    const { status, output } = run('typescript/bin/tsc', [
      '-b',
      'packages/renderers-plain-list',
      'packages/metrics',
      'packages/importers',
    ]);
    expect(output).toBe('');
    expect(status).toBe(0);
  });

  it('makes tests that pass', { timeout: 300_000 }, () => {
    const files = ['packages/renderers-plain-list/', 'packages/metrics/test/own', 'packages/importers/test/quiz-tool'];
    const { status, output } = run('vitest/vitest.mjs', ['run', '--testTimeout', '120000', ...files]);
    expect(status, output).toBe(0);
  });

  it('makes files that the linter takes as they are', { timeout: 300_000 }, () => {
    const files = Object.values(made)
      .flatMap(({ touched }) => touched)
      .filter((file) => /\.(ts|mjs)$/.test(file));
    const { status, output } = run('@biomejs/biome/bin/biome', ['check', '--vcs-enabled=false', ...files]);
    expect(status, output).toBe(0);
  });

  it('makes a package that could be published', () => {
    const entry = readPackages(copy).find(({ name }) => name === 'renderers-plain-list');
    const built = {
      ...entry,
      manifest: {
        ...entry.manifest,
        exports: { './package.json': './package.json', '.': './src/index.ts' },
        files: ['src', ...entry.manifest.files.filter((file) => file !== 'dist')],
      },
    };
    expect(checkUsed(entry)).toEqual([]);
    expect(checkReadme(entry.folder)).toEqual([]);
    expect(readPackageApi(copy, entry).flatMap(({ exports }) => exports.filter(({ doc }) => doc === ''))).toEqual([]);
    expect(readFileSync(path.join(copy, 'docs/api/renderers-plain-list.txt'), 'utf8')).toContain('plainListRenderer');
    expect(checkPublishable({ ...built, licence: readFileSync(path.join(copy, 'LICENSE'), 'utf8') })).toEqual([
      'files lacks dist',
    ]);
  });

  it('keeps the floors, and the lists of the public API', () => {
    const child = spawnSync(process.execPath, ['tools/check-workspace.mjs'], { cwd: copy, encoding: 'utf8' });
    expect(`${child.stdout}${child.stderr}`).toBe('workspace: all floors hold\n');
    for (const [file, text] of Object.entries(createApiFiles(copy)))
      expect(readFileSync(path.join(copy, file), 'utf8'), file).toBe(text);
  });

  it('refuses to write over what is there, and writes nothing then', () => {
    expect(() => createScaffold(copy, 'metric', 'names-number')).toThrow('there already');
  });

  it.each(['Name', 'a b', '../x', 'a--b', ''])('refuses the name %j', (name) => {
    expect(() => formsOf(name)).toThrow('kebab-case');
  });

  it('tells when the place to insert at has gone', () => {
    const edits = [{ file: 'LICENSE', after: 'no such text', insert: 'x' }];
    expect(() => applyPlan(copy, { files: { 'new.txt': '' }, edits })).toThrow('LICENSE: no place');
    expect(existsSync(path.join(copy, 'new.txt'))).toBe(false);
  });
});
