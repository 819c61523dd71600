import { findRun, runOfReport, type ScoreRunResult, scoreRun } from '@reportcard/pipeline';
import { RAGAS_ORDER } from '@reportcard/report-schema';
import type { Workspace } from '../config/open-workspace.ts';
import type { CliContext } from '../terminal/cli-context.ts';
import { formatEstimate } from '../terminal/estimate.ts';
import { startProgress } from '../terminal/progress.ts';
import { type Flags, UsageError } from '../verb.ts';
import { openJudge } from './open-judge.ts';
import { queueJudge } from './queue-judge.ts';

/** Turns `--only ragas,faithfulness` into metric ids. */
function onlyOf(flags: Flags): readonly string[] | undefined {
  const only = flags['only'];
  if (!Array.isArray(only)) return undefined;
  return [...new Set((only as string[]).flatMap((name) => (name === 'ragas' ? [...RAGAS_ORDER] : [name])))];
}

async function chooseRun(
  workspace: Workspace,
  wanted: string | undefined,
): Promise<{ runId: string; as: string | undefined }> {
  const key = await findRun(workspace.store, wanted);
  const runId = await runOfReport(workspace.store, key);
  if (runId === null) throw new UsageError(`${key} has scores but no run file: there is nothing to score`);
  return { runId, as: key === runId ? undefined : key.slice(runId.length + 1) };
}

/** Scores a run as the flags and the configuration say. */
export async function scoreStage(
  workspace: Workspace,
  wanted: string | undefined,
  flags: Flags,
  context: CliContext,
): Promise<ScoreRunResult> {
  const { runId, as } = await chooseRun(workspace, wanted);
  const { config, store } = workspace;
  const quiet = flags['quiet'] === true || flags['json'] === true;
  const queued = await queueJudge(await openJudge(workspace, runId, flags, context), workspace, runId, flags, context);
  const { judge } = queued;
  const progress = await startProgress('judging', quiet || judge === undefined, context);
  const profile = typeof flags['profile'] === 'string' ? flags['profile'] : config.profile;
  try {
    return await scoreRun({
      store,
      runId,
      as: typeof flags['as'] === 'string' ? flags['as'] : as,
      profile,
      metrics: config.metrics,
      failures: config.failures,
      l2Key: config.l2Key,
      judge: judge?.stage,
      only: onlyOf(flags),
      refresh: flags['refresh'] === true,
      dryRun: flags['dryRun'] === true,
      onEstimate: (estimate) => {
        if (!quiet) for (const line of formatEstimate(estimate)) context.say(line);
        return judge?.allows(estimate) ?? true;
      },
      onProgress: (done, total) => progress.update(done, total),
      signal: context.signal,
      now: context.now(),
    });
  } finally {
    progress.end();
    await queued.close();
  }
}
