import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { listModuleExports } from '../api/list-exports.mjs';
import { readPackageApi } from '../api/package-api.mjs';
import { readPackages } from '../packages/read-packages.mjs';
import { createApiFiles } from '../write-api.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const isValue = ({ kind }) => ['function', 'const', 'class'].includes(kind);

describe('the public API of each package', () => {
  it.each(Object.entries(createApiFiles(root)))('is the one kept in %s', (file, text) => {
    const hint =
      'the public API changed: npm run golden:update rewrites docs/api, and a change users see wants a changeset';
    expect(existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : '', hint).toBe(text);
  });

  it.each(readPackages(root).map((entry) => [entry.name, entry]))(
    'of %s is what importing it gives',
    async (_, entry) => {
      for (const { specifier, exports } of readPackageApi(root, entry)) {
        const module = await import(specifier === 'reportcard' ? path.join(entry.folder, 'src/index.ts') : specifier);
        expect(
          exports.filter(isValue).map(({ name }) => name),
          specifier,
        ).toEqual(Object.keys(module).sort());
      }
    },
  );
});

describe('each export', () => {
  it.each(readPackages(root).map((entry) => [entry.name, entry]))('of %s has a docstring', (_, entry) => {
    const undocumented = readPackageApi(root, entry).flatMap(({ exports }) =>
      exports.filter(({ doc, name }) => doc === '' && name !== 'default').map(({ name }) => name),
    );
    expect(undocumented).toEqual([]);
  });
});

describe('exports read from source', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'exports-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('keep names, kinds, docs and signatures through stars, renamings and types', () => {
    mkdirSync(path.join(folder, 'inner'));
    const files = {
      'index.ts':
        "export * from './inner/a.ts';\nexport { b as c, type Shape } from './inner/b.ts';\nexport type { Tool } from './inner/b.ts';\n",
      'inner/a.ts':
        '/** Adds one. */\nexport function add(n: number): number {\n  return n + 1;\n}\nfunction hidden(): void {}\nhidden();\n',
      'inner/b.ts':
        'export const b: string = "";\nexport interface Shape { readonly side: number }\nexport class Tool {}\nexport type Unlisted = 1;\n',
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    const found = listModuleExports(folder, path.join(folder, 'index.ts'));
    expect(found.map(({ file: _, ...rest }) => rest)).toEqual([
      { name: 'Shape', kind: 'interface', doc: '', signature: 'interface Shape { readonly side: number }' },
      { name: 'Tool', kind: 'type', doc: '', signature: 'class Tool' },
      { name: 'add', kind: 'function', doc: 'Adds one.', signature: 'function add(n: number): number' },
      { name: 'c', kind: 'const', doc: '', signature: 'const b: string' },
    ]);
  });
});
