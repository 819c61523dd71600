import type { ChildProcess } from 'node:child_process';
import { Redis } from 'ioredis';
import { onTestFinished } from 'vitest';
import { spawnCli } from './built-cli.ts';

/** A worker process of the built command line, and what it said. */
export interface WorkerProcess {
  readonly child: ChildProcess;
  readonly said: () => string;
  ended(): Promise<number | null>;
}

export interface CallProcess extends WorkerProcess {
  readonly printed: () => string;
}

/** Starts the built command line and gathers what it prints. It goes with the test. */
export function startProcess(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): CallProcess {
  const child = spawnCli(args, { cwd, env });
  let out = '';
  let err = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const end = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  onTestFinished(async () => {
    child.kill('SIGCONT');
    child.kill('SIGKILL');
    await end;
  });
  return { child, said: () => err, printed: () => out, ended: () => end };
}

/** Waits until something holds; throws what was being waited for after two minutes. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 120_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * Jobs of any state that are left on the server, and cached answers that would stay for ever: one that a worker brings too
 * late for its scoring waits for the next one, and expires.
 */
export async function listLeftovers(port: number, password: string): Promise<string[]> {
  const redis = new Redis({ port, host: '127.0.0.1', password });
  try {
    const keys = await redis.keys('reportcard:*');
    const kinds = await Promise.all(keys.map(async (key) => [key, await redis.type(key)] as const));
    const lasting = await Promise.all(kinds.map(async ([key]) => (await redis.ttl(key)) < 0));
    return kinds
      .filter(([key], index) => !key.includes(':cache:') || lasting[index] === true)
      .filter(
        ([key, kind]) =>
          (kind === 'hash' && !key.endsWith(':meta')) ||
          /:(wait|active|delayed|completed|failed|prioritized|cache:.*)$/.test(key),
      )
      .map(([key, kind]) => `${kind} ${key}`);
  } finally {
    redis.disconnect();
  }
}
