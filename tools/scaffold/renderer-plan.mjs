import { changeset } from './apply-plan.mjs';

function manifest(kebab, versions) {
  return {
    name: `@reportcard/renderers-${kebab}`,
    version: '0.0.0',
    description: `Renders ${kebab}.txt.`,
    license: 'Apache-2.0',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.19.0' },
    exports: {
      '.': { '@reportcard/source': './src/index.ts', types: './dist/index.d.ts', default: './dist/index.js' },
      './package.json': './package.json',
    },
    files: ['dist', 'src', '!**/*.tsbuildinfo'],
    publishConfig: { access: 'public', provenance: true },
    dependencies: { '@reportcard/renderer-kit': versions['renderer-kit'] },
    nx: { tags: ['layer:2'], targets: { build: {}, test: {}, lint: {}, typecheck: {} } },
  };
}

function rendererSource({ kebab, camel, pascal, title }) {
  return `import { createReportModel, defineOptions, type Renderer } from '@reportcard/renderer-kit';

/** Options of the ${kebab} renderer. */
export interface ${pascal}Options {
  /** First line of the file. */
  readonly title: string;
}

/** Renders \`${kebab}.txt\`: one line a metric with its value and the samples behind it. */
export const ${camel}Renderer: Renderer<${pascal}Options> = {
  name: '${kebab}',
  apiVersion: 1,
  description: '${kebab}.txt: one line a metric',
  options: defineOptions({ title: { kind: 'text', default: '${title}', description: 'first line of the file' } }),
  render(input, { title }, { messages }) {
    const model = createReportModel(input, messages);
    const lines = model.metrics.map((row) => \`\${row.label}: \${row.shown.value} (n=\${row.n_scored})\`);
    const body = [title, ...lines, \`scores_sha256 \${input.scores_sha256}\`, ''].join('\\n');
    return [{ path: '${kebab}.txt', media_type: 'text/plain; charset=utf-8', body }];
  },
};
`;
}

function rendererTest({ kebab, camel }) {
  return `import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readArtefact, renderArtefacts } from '@reportcard/renderer-kit';
import { createFixture, createFixtureContext, testRenderer } from '@reportcard/renderer-kit/testing';
import { describe, expect, it } from 'vitest';
import ${camel}Renderer from '../src/index.ts';

testRenderer(${camel}Renderer, { describe, it });

describe('${kebab}.txt', () => {
  it('is the kept one for a sample that scored 0', async () => {
    const kept = path.resolve(import.meta.dirname, '../../../fixtures/renderers/${kebab}.txt');
    const context = createFixtureContext('en');
    const [artefact] = await renderArtefacts(${camel}Renderer, createFixture('a score of zero'), {}, context);
    const text = new TextDecoder().decode(await readArtefact(artefact?.body ?? ''));
    const lines = readFileSync(kept, 'utf8').trimEnd().split('\\n');
    expect(text.split('\\n').filter((line) => lines.includes(line))).toEqual(lines);
  });
});
`;
}

function readme({ kebab, camel, title }) {
  return `# @reportcard/renderers-${kebab}

Makes \`${kebab}.txt\` out of scores: one line a metric.

## When

Use it where a plain list is wanted. For a page with intervals, slices and causes take \`@reportcard/renderers-md\`; to write a renderer of your own, \`@reportcard/renderer-kit\`.

## Install

\`\`\`sh
npm install @reportcard/renderers-${kebab}
\`\`\`

## Use

<!-- example
import type { RenderInput } from '@reportcard/renderer-kit';
declare const input: RenderInput;
-->

\`\`\`ts
import { createMessages, renderArtefacts } from '@reportcard/renderer-kit';
import ${camel}Renderer from '@reportcard/renderers-${kebab}';

const context = { now: new Date(), locale: 'en', messages: createMessages('en'), log: console.error };
const [artefact] = await renderArtefacts(${camel}Renderer, input, { title: '${title}' }, context);
\`\`\`

On the command line: \`reportcard report --renderer @reportcard/renderers-${kebab}\`.

## API

\`${camel}Renderer\`, also the default export.

## Options

| option  | default | meaning                |
| ------- | ------- | ---------------------- |
| \`title\` | ${title} | first line of the file |

## Compatibility

Node 20.19 or newer, ES modules.

## Security

Pure: no file, network, clock. Names from data are cleaned of control characters by the view-model.
`;
}

function tsconfig() {
  return {
    extends: '../../tsconfig.base.json',
    compilerOptions: { rootDir: 'src', outDir: 'dist', tsBuildInfoFile: 'dist/.tsbuildinfo' },
    include: ['src'],
    references: [{ path: '../renderer-kit' }],
  };
}

/** A package of its own with one renderer in it. `licence` is its text, `versions` those of our packages. */
export function planRenderer(forms, { licence, versions }) {
  const { kebab, camel, pascal } = forms;
  const folder = `packages/renderers-${kebab}`;
  const json = (value) => `${JSON.stringify(value, null, 2)}\n`;
  const described = manifest(kebab, versions);
  const { name, version, license, dependencies, engines } = described;
  return {
    files: {
      [`${folder}/package.json`]: json(described),
      [`${folder}/tsconfig.json`]: json(tsconfig()),
      [`${folder}/LICENSE`]: licence,
      [`${folder}/README.md`]: readme(forms),
      [`${folder}/src/index.ts`]: `export { type ${pascal}Options, ${camel}Renderer, ${camel}Renderer as default } from './${kebab}-renderer.ts';\n`,
      [`${folder}/src/${kebab}-renderer.ts`]: rendererSource(forms),
      [`${folder}/test/${kebab}-renderer.test.ts`]: rendererTest(forms),
      [`fixtures/renderers/${kebab}.txt`]: 'Hit@5: 0% (n=1)\n',
      [`.changeset/renderer-${kebab}.md`]: changeset({ [name]: 'minor' }, `A renderer that makes ${kebab}.txt.`),
    },
    edits: [
      {
        file: 'tools/floors.mjs',
        before: "  'review-page': {",
        insert: `  'renderers-${kebab}': { layer: 2, uses: ['renderer-kit', 'report-schema'] },\n`,
      },
      {
        file: 'tools/package-budgets.mjs',
        after: 'export const PACKAGE_BUDGETS = {\n',
        insert: `  'renderers-${kebab}': { size_kb: 12_000, dependencies: 6, import_ms: 700 },\n`,
      },
      {
        file: 'tsconfig.json',
        before: '    {\n      "path": "packages/review-page"',
        insert: `    {\n      "path": "${folder}"\n    },\n`,
      },
      {
        file: 'package-lock.json',
        before: '    "packages/renderers-slides": {',
        insert: `    "${folder}": ${JSON.stringify({ name, version, license, dependencies, engines }, null, 2).replaceAll('\n', '\n    ')},\n`,
      },
      {
        file: 'package-lock.json',
        before: '    "node_modules/@reportcard/renderers-slides": {',
        insert: `    "node_modules/${name}": {\n      "resolved": "${folder}",\n      "link": true\n    },\n`,
      },
    ],
    packages: [`renderers-${kebab}`],
    link: { name, folder },
    next: [`write the renderer in ${folder}/src/${kebab}-renderer.ts; testRenderer() holds it to the contract`],
  };
}
