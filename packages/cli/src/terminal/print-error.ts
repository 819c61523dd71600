import type { ReportcardError } from '@reportcard/report-schema';
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
  const { formatProblem } = await import('@reportcard/report-schema');
  // Packages that were installed on their own bring a class of that name with them.
  const { code, problems } = error as ReportcardError;
  if (json) context.out(JSON.stringify({ error: { code, message: error.message, problems } }));
  for (const problem of problems) context.say(`error: ${formatProblem(problem)}`);
  if (problems.length > 1) context.say(`${problems.length} problems, nothing was written`);
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause) {
    if (code === 'unavailable' || code === 'defect') context.say(`  caused by: ${cause.message}`);
  }
  if (code === 'defect') context.say(error.stack ?? '');
}
