import { openWorkspace } from '../config/open-workspace.ts';
import { EXIT } from '../exit-codes.ts';
import { chooseLocale } from '../stages/choose-locale.ts';
import { scoreStage } from '../stages/score-stage.ts';
import { formatLedger } from '../terminal/estimate.ts';
import { formatSummary } from '../terminal/summary.ts';
import type { RunVerb } from '../verb.ts';

export const run: RunVerb = async ([wanted], flags, context) => {
  const workspace = await openWorkspace(flags, context);
  const { runKey, scores, estimate, ledger, notes } = await scoreStage(workspace, wanted, flags, context);
  const dryRun = flags['dryRun'] === true;
  const exhausted = ledger?.budget_exhausted === true || (scores === null && !dryRun);
  const exitCode = exhausted ? EXIT.unavailable : EXIT.done;
  if (flags['json'] === true) {
    context.out(
      JSON.stringify({
        run: runKey,
        scores: scores === null ? null : `reports/${runKey}/_scores.json`,
        overall: scores?.overall ?? null,
        estimate,
        ledger,
        notes,
      }),
    );
    return exitCode;
  }
  if (ledger !== null) context.say(formatLedger(ledger));
  for (const note of [...notes, ...(ledger?.warnings ?? [])]) context.say(`note: ${note}`);
  if (scores === null) {
    context.out(
      dryRun
        ? 'dry run: nothing was asked, nothing was written'
        : 'the estimate is above the budget: nothing was asked; raise the budget or add --yes',
    );
    return exitCode;
  }
  for (const line of formatSummary(scores, chooseLocale(flags, workspace.config.language, scores))) context.out(line);
  context.out('');
  context.out(`scores: reports/${runKey}/_scores.json`);
  if (exhausted) context.say('the budget ran out: what was bought is kept; score again with a larger budget to go on');
  context.out(`next: reportcard report ${runKey}`);
  return exitCode;
};
