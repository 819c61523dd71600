import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readPackages } from './packages/read-packages.mjs';
import { toolScript } from './packages/run-node.mjs';
import { applyPlan } from './scaffold/apply-plan.mjs';
import { planImporter } from './scaffold/importer-plan.mjs';
import { planMetric } from './scaffold/metric-plan.mjs';
import { formsOf } from './scaffold/names.mjs';
import { planRenderer } from './scaffold/renderer-plan.mjs';
import { createApiFiles } from './write-api.mjs';

const PLANS = { renderer: planRenderer, metric: planMetric, importer: planImporter };

const HELP = `npm run new -- renderer NAME    a package packages/renderers-NAME
npm run new -- metric NAME      a metric in packages/metrics, asked for by metrics.further
npm run new -- importer NAME    a format in packages/importers

Writes code, test, fixture, README and changeset that pass CI as they are. NAME is in kebab-case.`;

function facts(root) {
  const packages = readPackages(root);
  return {
    licence: readFileSync(path.join(root, 'LICENSE'), 'utf8'),
    versions: Object.fromEntries(packages.map(({ name, manifest }) => [name, manifest.version])),
  };
}

/** What \`npm install\` would do for a new workspace package: a link in node_modules. */
function linkPackage(root, { name, folder }) {
  const link = path.join(root, 'node_modules', name);
  if (existsSync(link) || lstatSync(link, { throwIfNoEntry: false }) !== undefined) return;
  mkdirSync(path.dirname(link), { recursive: true });
  symlinkSync(path.relative(path.dirname(link), path.join(root, folder)), link);
}

function format(root, files) {
  const script = toolScript('@biomejs/biome', 'bin/biome');
  const code = files.filter((file) => /\.(ts|mjs|json)$/.test(file) && !/lock|schemas|fixtures/.test(file));
  spawnSync(process.execPath, [script, 'check', '--write', '--vcs-enabled=false', ...code], {
    cwd: root,
    stdio: 'ignore',
  });
}

/** Scaffolds a renderer, metric or importer in a workspace. Returns the files touched and what is left to do. */
export function createScaffold(root, kind, name) {
  const plan = PLANS[kind];
  if (plan === undefined)
    throw new Error(`there is no ${JSON.stringify(kind)} to be made; ${Object.keys(PLANS).join(', ')}`);
  const { next, link, ...planned } = plan(formsOf(name), facts(root));
  const touched = applyPlan(root, planned);
  format(root, touched);
  if (link !== undefined) {
    linkPackage(root, link);
    for (const [file, text] of Object.entries(createApiFiles(root))) writeFileSync(path.join(root, file), text);
  }
  return { touched, packages: planned.packages, next };
}

if (process.argv[1] !== undefined && path.resolve(process.argv[1]) === import.meta.filename) {
  const [kind, name] = process.argv.slice(2);
  if (kind === undefined || name === undefined || kind === '--help') console.log(HELP);
  else
    try {
      const { touched, packages, next } = createScaffold(path.resolve(import.meta.dirname, '..'), kind, name);
      for (const file of touched) console.log(`wrote ${file}`);
      for (const step of next) console.log(`next: ${step}`);
      console.log(`then: npm run build && npm test -- ${packages.map((each) => `packages/${each}`).join(' ')}`);
    } catch (error) {
      console.error(`error: ${error.message}`);
      process.exitCode = 2;
    }
}
