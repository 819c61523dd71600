import { createHash } from 'node:crypto';

/** The source expression that allows one inline script: `'sha256-…'` of its text. */
export function hashScript(script: string): string {
  return `'sha256-${createHash('sha256').update(script, 'utf8').digest('base64')}'`;
}

/** The policy of a deck: nothing may be fetched, and only these scripts may run. */
export function createPolicy(scripts: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src ${scripts.map(hashScript).join(' ')}`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
