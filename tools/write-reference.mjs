import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readJson, readPackages } from './packages/read-packages.mjs';
import { createPackagePage } from './site/package-pages.mjs';
import { createSchemaPage } from './site/schema-pages.mjs';

/** Writes the generated part of the site, `docs/reference/`: a page a package and a page a persisted shape. */
export function writeReference(root) {
  const folder = path.join(root, 'docs/reference');
  rmSync(folder, { recursive: true, force: true });
  for (const part of ['packages', 'formats']) mkdirSync(path.join(folder, part), { recursive: true });
  const packages = readPackages(root);
  for (const entry of packages)
    writeFileSync(path.join(folder, 'packages', `${entry.name}.md`), createPackagePage(root, entry));
  const schemas = path.join(root, 'packages/report-schema/schemas');
  const formats = readdirSync(schemas).map((file) => path.basename(file, '.json'));
  for (const name of formats)
    writeFileSync(
      path.join(folder, 'formats', `${name}.md`),
      createSchemaPage(name, readJson(path.join(schemas, `${name}.json`))),
    );
  const list = (part, names) => names.map((name) => `* [${name}](./${part}/${name}.md)`).join('\n');
  const index = `# Reference\n\nMade from docstrings and schemas.\n\n## Packages\n\n${list(
    'packages',
    packages.map(({ name }) => name),
  )}\n\n## File formats\n\n${list('formats', formats)}\n`;
  writeFileSync(path.join(folder, 'index.md'), index);
}

if (process.argv[1] !== undefined && path.resolve(process.argv[1]) === import.meta.filename)
  writeReference(path.resolve(import.meta.dirname, '..'));
