import type { ConfigInput } from '@reportcard/report-schema';
import { runCli } from './main.ts';
import { VERBS } from './verbs.ts';

/** A reader that has seen enough (`| head`) closes the pipe: no fault of anybody, and what is being done is done to its end. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** Runs the command line in this process's world and returns the exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const abort = new AbortController();
  const onInterrupt = (): void => {
    if (abort.signal.aborted) process.exit(130);
    abort.abort();
  };
  process.on('SIGINT', onInterrupt);
  process.on('SIGTERM', onInterrupt);
  process.stdout.on('error', ignoreClosedPipe);
  try {
    const exitCode = await runCli(argv, {
      cwd: process.cwd(),
      env: process.env,
      verbs: VERBS,
      interactive: process.stderr.isTTY === true && process.env['CI'] === undefined,
      signal: abort.signal,
      now: () => new Date(),
      out: (line) => process.stdout.write(`${line}\n`),
      say: (line) => process.stderr.write(`${line}\n`),
    });
    return abort.signal.aborted && exitCode === 0 ? 130 : exitCode;
  } finally {
    process.off('SIGINT', onInterrupt);
    process.off('SIGTERM', onInterrupt);
  }
}

/** Types a configuration file: `export default defineConfig({ … })`. Returns its argument. */
export function defineConfig(config: ConfigInput): ConfigInput {
  return config;
}
