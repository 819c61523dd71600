import { EXIT, exitCodeOf } from './exit-codes.ts';
import { parseCall } from './parse-call.ts';
import type { CliContext } from './terminal/cli-context.ts';
import { printError } from './terminal/print-error.ts';
import { UsageError, type VerbOption } from './verb.ts';

/** Flags that every verb has. */
export const COMMON: readonly VerbOption[] = [
  {
    flags: '--dir <folder>',
    description: 'workspace: a folder, or s3://bucket/prefix (default: the folder of the configuration, else this one)',
  },
  { flags: '--config <file>', description: 'configuration file (default: reportcard.config.* in the workspace)' },
  { flags: '--json', description: 'print one JSON document for machines' },
  { flags: '--quiet', description: 'no progress' },
];

async function runCall(argv: readonly string[], context: CliContext): Promise<number> {
  const call = parseCall(argv, context.verbs, COMMON);
  if (call === null) {
    const { runProgram } = await import('./program.ts');
    return runProgram(argv, context, COMMON);
  }
  const { run } = await call.verb.load();
  return run(call.args, call.flags, context);
}

/**
 * Runs the command line.
 * @param argv arguments after the program's name
 * @returns the exit code (DESIGN §5); never throws
 */
export async function runCli(argv: readonly string[], context: CliContext): Promise<number> {
  try {
    return await runCall(argv, context);
  } catch (error) {
    if (error instanceof UsageError) {
      context.say(`error: ${error.message}`);
      return EXIT.usage;
    }
    await printError(error, argv.includes('--json'), context);
    return exitCodeOf(error);
  }
}
