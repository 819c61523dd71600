import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What a stranger looks for in a README, by the words it may stand under. */
const PARTS = {
  'when to use it, and when another package': /^## When\b|^\*\*When to use it:\*\*.*\*\*When another:\*\*/m,
  'how to install it': /^## Install\b/m,
  'how to use it': /^## Use\b/m,
  'its API': /^## API\b/m,
  'its options': /^## Options\b/m,
  compatibility: /^## Compatibility\b/m,
  security: /^## Security\b/m,
};

/** Parts a package's README lacks, one sentence each. */
export function checkReadme(folder) {
  const file = path.join(folder, 'README.md');
  if (!existsSync(file)) return ['README.md is missing'];
  const text = readFileSync(file, 'utf8');
  return Object.entries(PARTS)
    .filter(([, pattern]) => !pattern.test(text))
    .map(([part]) => `README.md does not say ${part}`);
}
