import type { CliContext } from './cli-context.ts';

/** Prints an error in words a user can act on; a defect of ours also with its stack. JSON callers get one object. */
export async function printError(error: unknown, json: boolean, context: CliContext): Promise<void> {
  if (!(error instanceof Error)) {
    context.say(`error: ${String(error)}`);
    return;
  }
  if (error.name !== 'ReportcardError') {
    const known = error.name === 'UsageError' || error.name === 'AbortError';
    if (json) context.out(JSON.stringify({ error: { code: known ? 'usage' : 'defect', message: error.message } }));
    context.say(`error: ${error.message}`);
    if (!known) context.say(`this is a defect of reportcard; please report it with this trace:\n${error.stack ?? ''}`);
    return;
  }
  const { formatProblem, ReportcardError } = await import('@reportcard/report-schema');
  if (!(error instanceof ReportcardError)) return;
  if (json)
    context.out(JSON.stringify({ error: { code: error.code, message: error.message, problems: error.problems } }));
  for (const problem of error.problems) context.say(`error: ${formatProblem(problem)}`);
  if (error.problems.length > 1) context.say(`${error.problems.length} problems, nothing was written`);
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause) {
    if (error.code === 'unavailable' || error.code === 'defect') context.say(`  caused by: ${cause.message}`);
  }
  if (error.code === 'defect') context.say(error.stack ?? '');
}
