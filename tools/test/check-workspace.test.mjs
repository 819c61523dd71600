import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkWorkspace } from '../check-workspace.mjs';

const roots = [];

function tree(files) {
  const root = mkdtempSync(path.join(tmpdir(), 'floors-'));
  roots.push(root);
  mkdirSync(path.join(root, 'packages'));
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, 'packages', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return root;
}

function pack(name, layer, { dependencies = {}, source = 'export {};\n', ...rest } = {}) {
  const manifest = {
    name: `@reportcard/${name}`,
    license: 'Apache-2.0',
    dependencies,
    nx: { tags: [`layer:${layer}`], targets: { build: {}, test: {}, lint: {}, typecheck: {} } },
    ...rest,
  };
  return {
    [`${name}/package.json`]: JSON.stringify(manifest),
    [`${name}/README.md`]: '# x',
    [`${name}/tsconfig.json`]: '{}',
    [`${name}/src/index.ts`]: source,
  };
}

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

describe('check-workspace', () => {
  it('accepts a tree that keeps the floors', () => {
    const ok = pack('metrics', 1, {
      dependencies: { '@reportcard/report-schema': '0.1.0' },
      source: "import { x } from '@reportcard/report-schema';\n// console.log(1) import 'node:fs'\nexport { x };\n",
    });
    expect(checkWorkspace(tree(ok))).toEqual([]);
  });

  it.each([
    [
      'an import of a higher floor',
      pack('metrics', 1, { source: "import '@reportcard/pipeline';" }),
      'may not import @reportcard/pipeline',
    ],
    [
      'an import the table does not list',
      pack('metrics', 1, { source: "export * from '@reportcard/statistics';" }),
      'may not import @reportcard/statistics',
    ],
    [
      'a dynamic import',
      pack('metrics', 1, { source: "await import('@reportcard/slices');" }),
      'may not import @reportcard/slices',
    ],
    [
      'a declared dependency out of the table',
      pack('metrics', 1, { dependencies: { '@reportcard/slices': '1' } }),
      'may not depend on @reportcard/slices',
    ],
    [
      'an undeclared import',
      pack('metrics', 1, { source: "import '@reportcard/report-schema';" }),
      'which package.json does not declare',
    ],
    [
      'arquero outside slices',
      pack('metrics', 1, { source: "import { table } from 'arquero';" }),
      'arquero is reserved for slices',
    ],
    ['zod outside report-schema', pack('gate', 1, { source: "import * as z from 'zod';" }), 'zod is reserved'],
    [
      'the file system in a pure package',
      pack('slices', 1, { source: "import { readFileSync } from 'node:fs';" }),
      'node:fs is reserved',
    ],
    ['console output', pack('runner', 1, { source: "console.log('x');" }), 'console is reserved'],
    ['process.exit', pack('runner', 1, { source: 'process.exit(1);' }), 'process.exit is reserved'],
    ['a wrong layer tag', pack('metrics', 2), 'nx.tags lacks layer:1'],
    ['peer dependencies', pack('metrics', 1, { peerDependencies: { zod: '4' } }), 'peerDependencies'],
    ['a package without a row', pack('newcomer', 1), 'not in the floor table'],
    ['another licence', pack('metrics', 1, { license: 'MIT' }), 'license'],
  ])('reports %s', (_, files, message) => {
    const problems = checkWorkspace(tree(files));
    expect(problems.join('\n')).toContain(message);
  });

  it('reports a missing README', () => {
    const files = pack('metrics', 1);
    delete files['metrics/README.md'];
    expect(checkWorkspace(tree(files))).toEqual(['packages/metrics/README.md is missing']);
  });

  it('lets a renderer load its assets in one module only', () => {
    const files = pack('renderers-md', 2);
    files['renderers-md/src/assets.ts'] = "import { readFileSync } from 'node:fs';";
    expect(checkWorkspace(tree(files))).toEqual([]);
    files['renderers-md/src/other.ts'] = "import { readFileSync } from 'node:fs';";
    expect(checkWorkspace(tree(files))).toEqual([
      'packages/renderers-md/src/other.ts: node:fs is reserved for object-store, cli',
    ]);
  });
});
