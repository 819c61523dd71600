import path from 'node:path';
import type { GateReport } from '@reportcard/report-schema';
import type { Workspace } from '../config/open-workspace.ts';
import { EXIT, exitCodeOf } from '../exit-codes.ts';
import type { CliContext } from '../terminal/cli-context.ts';
import { printError } from '../terminal/print-error.ts';
import { formatSummary } from '../terminal/summary.ts';
import type { Flags } from '../verb.ts';
import { chooseLocale } from './choose-locale.ts';
import { describeFaults, formatFault } from './describe-faults.ts';
import { requireQueueable } from './queue-judge.ts';
import { exitOfRecording, recordStage } from './record-stage.ts';
import { reportStage } from './report-stage.ts';
import { scoreStage } from './score-stage.ts';

const GATE_EXITS: Readonly<Record<GateReport['verdict'], number>> = {
  pass: EXIT.done,
  fail: EXIT.gateFailed,
  inconclusive: EXIT.inconclusive,
};

/** Records, scores, reports and, where rules are configured, gates; prints a summary with n beside each number. */
export async function runAll(
  workspace: Workspace,
  flags: Flags,
  context: CliContext,
): Promise<{ exitCode: number; runId: string }> {
  requireQueueable(workspace, flags);
  const recorded = await recordStage(workspace, flags, context);
  const runId = recorded.run_id;
  const recordExit = exitOfRecording(recorded, workspace.config.run?.maxFailureRate);
  if (recorded.interrupted || recorded.n_records === 0) return { exitCode: recordExit, runId };
  for (const fault of await describeFaults(workspace, recorded)) context.say(`note: ${formatFault(fault)}`);
  const scored = await scoreStage(workspace, runId, flags, context);
  if (scored.scores === null) {
    context.say(`the estimate is above the budget: nothing was asked; the run is kept as ${recorded.records_key}`);
    return { exitCode: EXIT.unavailable, runId };
  }
  const reported = await reportStage(workspace, scored.runKey, flags, context);
  for (const { renderer, error } of reported.outcomes.filter((outcome) => outcome.error !== undefined)) {
    context.say(`error: the renderer ${renderer} failed`);
    await printError(error, false, context);
  }
  const files = [reported.target.place.scores, ...reported.outcomes.flatMap((outcome) => outcome.files)];
  if (flags['json'] === true) {
    context.out(
      JSON.stringify({
        run_id: runId,
        overall: reported.scores.overall,
        files,
        verdict: reported.gate?.verdict ?? null,
      }),
    );
  } else {
    for (const line of formatSummary(
      reported.scores,
      chooseLocale(flags, workspace.config.language, reported.scores),
      reported.gate,
    ))
      context.out(line);
    context.out('');
    for (const file of files)
      context.out(
        workspace.root === null
          ? `${workspace.store.url}/${file}`
          : path.relative(context.cwd, path.join(workspace.root, file)),
      );
    if (reported.gate !== undefined) context.out(`gate: ${reported.gate.verdict}`);
  }
  const failedRenderer = reported.outcomes.find((outcome) => outcome.error !== undefined);
  const gateExit = reported.gate === undefined ? EXIT.done : GATE_EXITS[reported.gate.verdict];
  const budgetExit = scored.ledger?.budget_exhausted === true ? EXIT.unavailable : EXIT.done;
  const renderExit = failedRenderer === undefined ? EXIT.done : exitCodeOf(failedRenderer.error);
  return {
    exitCode: [recordExit, renderExit, budgetExit, gateExit].find((code) => code !== EXIT.done) ?? EXIT.done,
    runId,
  };
}
