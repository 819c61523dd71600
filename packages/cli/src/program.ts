import { Command, CommanderError } from 'commander';
import { EXIT } from './exit-codes.ts';
import type { CliContext } from './terminal/cli-context.ts';
import type { Flags, Verb, VerbOption } from './verb.ts';
import { VERSION } from './version.ts';

type OnCall = (args: readonly string[], flags: Flags) => Promise<void>;

function addVerb(program: Command, verb: Verb): Command {
  return program.command(`${verb.name}${verb.args === '' ? '' : ` ${verb.args}`}`).description(verb.description);
}

function completeVerb(command: Command, verb: Verb, common: readonly VerbOption[], onCall: OnCall): void {
  for (const option of [...verb.options, ...common]) {
    if (option.parse === undefined) command.option(option.flags, option.description);
    else command.option(option.flags, option.description, option.parse);
  }
  command.addHelpText('after', `\nExample:\n  $ ${verb.example}\n`);
  command.showSuggestionAfterError(true).allowExcessArguments(false);
  command.action(async () => {
    await onCall(command.args, command.opts());
  });
}

/** All verbs by name; only those that the arguments may mean are completed. */
function createProgram(
  argv: readonly string[],
  context: CliContext,
  common: readonly VerbOption[],
  onExit: (code: number) => void,
): Command {
  const program = new Command('reportcard')
    .description('Evaluation reports for RAG applications: record once, score N times, report M times.')
    .version(VERSION)
    .exitOverride()
    .showSuggestionAfterError(true)
    .configureOutput({
      writeOut: (text) => context.out(text.trimEnd()),
      writeErr: (text) => context.say(text.trimEnd()),
    });
  for (const verb of context.verbs) {
    const command = addVerb(program, verb);
    if (!argv.includes(verb.name)) continue;
    completeVerb(command, verb, common, async (args, flags) => {
      const { run } = await verb.load();
      onExit(await run(args, flags, context));
    });
  }
  return program;
}

/** Runs any call, and explains one that is wrong or asks for help. Returns the exit code; throws what the verb throws. */
export async function runProgram(
  argv: readonly string[],
  context: CliContext,
  common: readonly VerbOption[],
): Promise<number> {
  let exitCode: number = EXIT.done;
  const program = createProgram(argv, context, common, (code) => {
    exitCode = code;
  });
  if (argv.length === 0) {
    program.outputHelp();
    return EXIT.usage;
  }
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    throw error;
  }
}
