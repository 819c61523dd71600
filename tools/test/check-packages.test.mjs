import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInstalled } from '../packages/check-installed.mjs';
import { checkPublishable } from '../packages/manifest-rules.mjs';
import { packPackages } from '../packages/pack-packages.mjs';
import { readPackages } from '../packages/read-packages.mjs';
import { checkReadme } from '../packages/readme-rules.mjs';
import { checkBudget } from '../packages/weigh.mjs';

const MANIFEST = {
  version: '1.0.0',
  description: 'A small package.',
  license: 'Apache-2.0',
  type: 'module',
  sideEffects: false,
  engines: { node: '>=20.19.0' },
  exports: {
    '.': { types: './dist/index.d.ts', default: './dist/index.js' },
    './package.json': './package.json',
  },
  files: ['dist', 'src', '!**/*.tsbuildinfo'],
  publishConfig: { access: 'public', provenance: true },
};
const CODE = 'export const two = 2;\n';
const TYPES = 'export declare const two: number;\n';
const README = "# x\n\n```js\nimport { two } from '@reportcard/NAME';\nconsole.log(two);\n```\n";

function write(root, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), typeof text === 'string' ? text : JSON.stringify(text));
  }
}

function packageFiles(name, { manifest = {}, readme = README, ...files } = {}) {
  const all = {
    'package.json': { name: `@reportcard/${name}`, ...MANIFEST, ...manifest },
    'README.md': readme.replaceAll('NAME', name),
    LICENSE: 'licence',
    'src/index.ts': CODE,
    'dist/index.js': CODE,
    'dist/index.d.ts': TYPES,
    ...files,
  };
  return Object.fromEntries(Object.entries(all).map(([file, text]) => [`packages/${name}/${file}`, text]));
}

/** A workspace with one sound package and two that would break for whoever installs them. */
function createWorkspace() {
  const root = mkdtempSync(path.join(tmpdir(), 'check-packages-'));
  const types = path.resolve(import.meta.dirname, '../../node_modules/@types/node');
  const library = {
    name: 'library',
    version: '1.0.0',
    type: 'module',
    exports: { types: './i.d.ts', default: './i.js' },
  };
  write(root, {
    'package.json': { name: 'w', version: '0.0.0', private: true, workspaces: ['packages/*'] },
    'package-lock.json': {
      packages: {
        'node_modules/library': { version: '1.0.0' },
        'node_modules/@types/node': { version: '20.0.0' },
        'packages/sound': {},
        'packages/undeclared': {},
        'packages/misleading': {},
      },
    },
    'node_modules/library/package.json': library,
    'node_modules/library/i.js': CODE,
    'node_modules/library/i.d.ts': TYPES,
    ...packageFiles('sound', {
      manifest: { dependencies: { library: '1.0.0' } },
      'dist/index.js': "export { two } from 'library';\n",
    }),
    ...packageFiles('undeclared', {
      'dist/index.js': "export { two } from 'library';\n",
      'dist/index.d.ts': "export { two } from 'library';\n",
    }),
    ...packageFiles('misleading', {
      readme: `${README}\n\`\`\`ts\nimport { two } from '@reportcard/NAME';\nexport const text: string = two;\n\`\`\`\n\n\`\`\`js\nthrow new Error('out of date');\n\`\`\`\n`,
      manifest: {
        dependencies: { nowhere: '1.0.0' },
        exports: { ...MANIFEST.exports, './more': { types: './dist/more.d.ts', default: './dist/more.js' } },
      },
    }),
  });
  cpSync(types, path.join(root, 'node_modules/@types/node'), { recursive: true });
  return root;
}

describe('a package as a stranger meets it', () => {
  const names = ['sound', 'undeclared', 'misleading'];
  const budgets = {
    sound: { size_kb: 100, dependencies: 1, import_ms: 5_000 },
    undeclared: { size_kb: 100, dependencies: 1, import_ms: 5_000 },
  };
  let root;
  let work;
  let tarballs;

  const check = async (name) => (await checkInstalled({ root, name, tarballs, work, budgets, hosted: {} })).problems;

  beforeAll(() => {
    root = createWorkspace();
    work = mkdtempSync(path.join(tmpdir(), 'check-packages-work-'));
    tarballs = packPackages(root, names, work);
  }, 120_000);

  afterAll(() => {
    for (const folder of [root, work]) rmSync(folder, { recursive: true, force: true });
  });

  it('is fit when its exports, types, README and weight hold with nothing but its closure installed', {
    timeout: 180_000,
  }, async () => {
    expect(await check('sound')).toEqual([]);
  });

  it('is refused when it imports what it does not declare, though the workspace has it', {
    timeout: 180_000,
  }, async () => {
    const problems = (await check('undeclared')).join('\n');
    expect(problems).toContain("import '@reportcard/undeclared' failed");
    expect(problems).toContain("Cannot find package 'library'");
    expect(problems).toContain(
      'as a consumer: node_modules/@reportcard/undeclared/dist/index.d.ts(1,21): error TS2307',
    );
  });

  it('is refused for an export without a file, a stale README, an unknown dependency and a missing budget', {
    timeout: 180_000,
  }, async () => {
    const problems = (await check('misleading')).join('\n');
    expect(problems).toContain("import '@reportcard/misleading/more' failed");
    expect(problems).toContain("Type 'number' is not assignable to type 'string'");
    expect(problems).toContain('the example fails (exit 1)');
    expect(problems).toContain('out of date');
    expect(problems).toContain('packages/misleading needs nowhere, which the lock file does not hold');
    expect(problems).toContain('publint: pkg.exports');
    expect(problems).toContain('no budget in tools/package-budgets.mjs');
  });

  it('is refused before packing when an export points at nothing', () => {
    const packages = Object.fromEntries(readPackages(root).map((entry) => [entry.name, entry]));
    expect(checkPublishable({ ...packages.sound, licence: 'licence' })).toEqual([]);
    expect(checkPublishable({ ...packages.misleading, licence: 'licence' })).toEqual([
      'exports ./more (types): ./dist/more.d.ts does not exist; is the build current?',
      'exports ./more (default): ./dist/more.js does not exist; is the build current?',
    ]);
  });
});

describe('a manifest', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'manifest-'));
  write(folder, {
    LICENSE: 'licence',
    'package.json': MANIFEST,
    'dist/index.js': CODE,
    'dist/index.d.ts': TYPES,
    'src/index.ts': CODE,
    'test/x.ts': '',
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['is private', { private: true }, 'private'],
    ['is not public', { publishConfig: { provenance: true } }, 'publishConfig.access'],
    ['has no provenance', { publishConfig: { access: 'public' } }, 'publishConfig.provenance'],
    ['names a registry', { publishConfig: { ...MANIFEST.publishConfig, registry: 'x' } }, 'publishConfig.registry'],
    ['names a repository', { repository: 'x' }, 'repository'],
    ['runs scripts', { scripts: { postinstall: 'x' } }, 'scripts'],
    ['ships its tests', { files: [...MANIFEST.files, 'test'] }, 'files holds test'],
    ['ships what is not there', { files: [...MANIFEST.files, 'data'] }, 'files holds data'],
    ['opens all modules', { exports: { ...MANIFEST.exports, './*': './dist/*.js' } }, 'a pattern makes internal'],
  ])('that %s is refused', (_, change, told) => {
    const problems = checkPublishable({ folder, manifest: { ...MANIFEST, ...change }, licence: 'licence' });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(told);
  });

  it('needs the licence of the workspace', () => {
    expect(checkPublishable({ folder, manifest: MANIFEST, licence: 'another' })).toEqual([
      'LICENSE is not the one at the top',
    ]);
  });
});

describe('a README', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'readme-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('says when to take the package, and how to install, use and trust it', () => {
    const parts = ['When', 'Install', 'Use', 'API', 'Options', 'Compatibility', 'Security'];
    const write = (names) =>
      writeFileSync(path.join(folder, 'README.md'), names.map((name) => `## ${name}\n`).join(''));
    write(parts);
    expect(checkReadme(folder)).toEqual([]);
    write(parts.filter((name) => name !== 'Security'));
    expect(checkReadme(folder)).toEqual(['README.md does not say security']);
  });
});

describe('a budget', () => {
  it('is kept at its limit and broken above it', () => {
    const budget = { size_kb: 100, dependencies: 2, import_ms: 50 };
    expect(checkBudget('x', { size_kb: 100, dependencies: 2, import_ms: 50 }, budget)).toEqual([]);
    expect(checkBudget('x', { size_kb: 101, dependencies: 3, import_ms: 51 }, budget)).toHaveLength(3);
  });
});
