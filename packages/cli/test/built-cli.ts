import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { CliCall } from './call-cli.ts';

const FOLDER = path.resolve(import.meta.dirname, '../bundle-test', String(process.pid));

/** Builds the bundled command line before the tests of a file, for tests that need a process of its own. */
export function useBuiltCli(): void {
  beforeAll(async () => {
    const tool = new URL('../../../tools/bundle-cli.mjs', import.meta.url).href;
    const { bundleCli } = (await import(tool)) as { bundleCli(outdir: string): Promise<void> };
    await bundleCli(FOLDER);
  });
  afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));
}

export interface SpawnOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** User to run as; only root may choose. */
  readonly uid?: number | undefined;
}

/** Starts the built command line; the caller may kill it. */
export function spawnCli(args: readonly string[], options: SpawnOptions): ChildProcess {
  const script = `import(${JSON.stringify(path.join(FOLDER, 'main.cjs'))}).then(async ({ main }) => { process.exitCode = await main(${JSON.stringify(args)}); });`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: options.cwd,
    env: { PATH: process.env['PATH'], CI: 'true', ...options.env },
    ...(options.uid === undefined ? {} : { uid: options.uid }),
  });
}

/** Runs the built command line to its end. `code` is -1 when a signal ended it. */
export async function runBuiltCli(args: readonly string[], options: SpawnOptions): Promise<CliCall> {
  const child = spawnCli(args, options);
  let out = '';
  let err = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve(exitCode ?? -1));
  });
  return { code, out, err };
}
