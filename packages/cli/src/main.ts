import { Command, CommanderError } from 'commander';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import type { CliContext } from './terminal/cli-context.ts';
import { printError } from './terminal/print-error.ts';
import { type Flags, UsageError, type Verb } from './verb.ts';
import { VERBS } from './verbs.ts';
import { VERSION } from './version.ts';

const COMMON = [
  [
    '--dir <folder>',
    'workspace: a folder, or s3://bucket/prefix (default: the folder of the configuration, else this one)',
  ],
  ['--config <file>', 'configuration file (default: reportcard.config.* in the workspace)'],
  ['--json', 'print one JSON document for machines'],
  ['--quiet', 'no progress'],
] as const;

type OnCall = (args: readonly string[], flags: Flags) => Promise<void>;

function addVerb(program: Command, verb: Verb): Command {
  return program.command(`${verb.name}${verb.args === '' ? '' : ` ${verb.args}`}`).description(verb.description);
}

function completeVerb(command: Command, verb: Verb, onCall: OnCall): void {
  for (const option of verb.options) {
    if (option.parse === undefined) command.option(option.flags, option.description);
    else command.option(option.flags, option.description, option.parse);
  }
  for (const [flags, description] of COMMON) command.option(flags, description);
  command.addHelpText('after', `\nExample:\n  $ ${verb.example}\n`);
  command.showSuggestionAfterError(true).allowExcessArguments(false);
  command.action(async () => {
    await onCall(command.args, command.opts());
  });
}

/** All verbs; where the arguments name one, only that one is completed. */
function createProgram(argv: readonly string[], context: CliContext, onExit: (code: number) => void): Command {
  const program = new Command('reportcard')
    .description('Evaluation reports for RAG applications: record once, score N times, report M times.')
    .version(VERSION)
    .exitOverride()
    .showSuggestionAfterError(true)
    .configureOutput({
      writeOut: (text) => context.out(text.trimEnd()),
      writeErr: (text) => context.say(text.trimEnd()),
    });
  const isNamed = VERBS.some((verb) => verb.name === argv[0]);
  for (const verb of VERBS) {
    const command = addVerb(program, verb);
    if (isNamed && verb.name !== argv[0]) continue;
    completeVerb(command, verb, async (args, flags) => {
      const { run } = await verb.load();
      onExit(await run(args, flags, context));
    });
  }
  return program;
}

/**
 * Runs the command line.
 * @param argv arguments after the program's name
 * @returns the exit code (DESIGN §5); never throws
 */
export async function runCli(argv: readonly string[], context: CliContext): Promise<number> {
  let exitCode: number = EXIT.done;
  try {
    const program = createProgram(argv, context, (code) => {
      exitCode = code;
    });
    if (argv.length === 0) {
      program.outputHelp();
      return EXIT.usage;
    }
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    if (error instanceof UsageError) {
      context.say(`error: ${error.message}`);
      return EXIT.usage;
    }
    await printError(error, argv.includes('--json'), context);
    return exitCodeOf(error);
  }
}
