import { spawnSync } from 'node:child_process';

/** Encodes a text with the `iconv` command: an encoder independent of what the tests exercise. */
export function encodeWith(text: string, encoding: string): Uint8Array {
  const run = spawnSync('iconv', ['-f', 'UTF-8', '-t', encoding], { input: Buffer.from(text, 'utf8') });
  if (run.status !== 0) throw new Error(`iconv to ${encoding}: ${run.error?.message ?? run.stderr.toString()}`);
  return run.stdout;
}
