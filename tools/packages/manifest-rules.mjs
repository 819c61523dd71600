import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const KEEP_OUT = /^\.?\/?(test|bench|coverage)(\/|$)/;

function targetsOf(exports) {
  return Object.entries(exports ?? {}).flatMap(([subpath, target]) =>
    Object.entries(typeof target === 'string' ? { default: target } : target).map(([condition, file]) => ({
      subpath,
      condition,
      file,
    })),
  );
}

function checkExports({ folder, manifest }) {
  const problems = [];
  if (manifest.exports?.['.'] === undefined) problems.push('exports lacks "."');
  if (manifest.exports?.['./package.json'] !== './package.json')
    problems.push('exports lacks "./package.json": "./package.json"');
  for (const { subpath, condition, file } of targetsOf(manifest.exports)) {
    if (subpath.includes('*')) problems.push(`exports ${subpath}: a pattern makes internal modules reachable`);
    else if (!existsSync(path.join(folder, file)))
      problems.push(`exports ${subpath} (${condition}): ${file} does not exist; is the build current?`);
  }
  for (const [name, file] of Object.entries(manifest.bin ?? {}))
    if (!existsSync(path.join(folder, file)) || (statSync(path.join(folder, file)).mode & 0o100) === 0)
      problems.push(`bin ${name}: ${file} is missing or may not be run`);
  return problems;
}

function checkFiles({ folder, manifest }) {
  const files = manifest.files ?? [];
  const problems = [];
  for (const wanted of ['dist', 'src', '!**/*.tsbuildinfo'])
    if (!files.includes(wanted)) problems.push(`files lacks ${wanted}`);
  for (const file of files) {
    if (KEEP_OUT.test(file)) problems.push(`files holds ${file}, which is no part of a package`);
    if (!file.startsWith('!') && !/[*?]/.test(file) && !existsSync(path.join(folder, file)))
      problems.push(`files holds ${file}, which does not exist; is the build current?`);
  }
  return problems;
}

/**
 * What keeps a package from being published as it is, one sentence each. `licence` is the text of the workspace's own.
 * The place of the source code is not ours to invent: `repository` is set by whoever publishes (see CONTRIBUTING.md).
 */
export function checkPublishable({ folder, manifest, licence }) {
  const problems = [];
  if (manifest.private === true) problems.push('private: true cannot be published');
  if (manifest.publishConfig?.access !== 'public') problems.push('publishConfig.access is not "public"');
  if (manifest.publishConfig?.provenance !== true) problems.push('publishConfig.provenance is not true');
  for (const key of ['repository', 'homepage', 'bugs'])
    if (manifest[key] !== undefined) problems.push(`${key} names a place; it is set when publishing`);
  if (manifest.publishConfig?.registry !== undefined) problems.push('publishConfig.registry names a registry');
  for (const key of ['description', 'version', 'engines'])
    if (manifest[key] === undefined) problems.push(`${key} is missing`);
  if (manifest.type !== 'module') problems.push('type is not "module"');
  if (manifest.scripts !== undefined) problems.push('scripts run on the machine of whoever installs; there are none');
  const file = path.join(folder, 'LICENSE');
  if (!existsSync(file)) problems.push('LICENSE is missing; copy the one at the top');
  else if (readFileSync(file, 'utf8') !== licence) problems.push('LICENSE is not the one at the top');
  return [...problems, ...checkExports({ folder, manifest }), ...checkFiles({ folder, manifest })];
}
