import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Declared for a reason that no import shows. */
const KEPT = {
  '@uwdata/flechette': 'holds the version that arquero resolves to',
};

function sourceText(folder) {
  if (!existsSync(folder)) return '';
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => /\.(ts|tsx|js|mjs|njk)$/.test(file))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n');
}

/** Dependencies a manifest declares and nothing the package ships or builds from names, one sentence each. */
export function checkUsed({ folder, manifest }) {
  const text = ['src', 'bin', 'page'].map((part) => sourceText(path.join(folder, part))).join('\n');
  return Object.keys(manifest.dependencies ?? {})
    .filter((name) => KEPT[name] === undefined && !new RegExp(`['"]${name}(/[^'"]*)?['"]`).test(text))
    .map((name) => `dependencies holds ${name}, which nothing imports`);
}
