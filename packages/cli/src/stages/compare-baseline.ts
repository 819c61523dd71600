import { compareScores } from '@reportcard/comparison';
import { findRun, listRuns, loadScores, reportPlace } from '@reportcard/pipeline';
import { type Comparison, ReportcardError, type ScoresFile } from '@reportcard/report-schema';
import type { Workspace } from '../config/open-workspace.ts';
import type { Flags } from '../verb.ts';
import type { ReportTarget } from './find-report.ts';

/** Stands for the newest earlier run of the workspace that has scores. */
const PREVIOUS = 'previous';

async function findPrevious(workspace: Workspace, target: ReportTarget): Promise<string | undefined> {
  const runs = await listRuns(workspace.store);
  const own = runs.findIndex((run) => run.run_id === target.runKey);
  for (const run of runs.slice(own + 1))
    if (await workspace.store.exists(reportPlace(run.run_id).scores)) return run.run_id;
  return undefined;
}

/** The run to compare with: `--baseline`, else the configuration's; undefined where none is named or `previous` finds none. */
async function chooseBaseline(workspace: Workspace, target: ReportTarget, flags: Flags): Promise<string | undefined> {
  const wanted = typeof flags['baseline'] === 'string' ? flags['baseline'] : workspace.config.report?.baseline;
  if (wanted === undefined || wanted === target.runKey) return undefined;
  return wanted === PREVIOUS ? findPrevious(workspace, target) : findRun(workspace.store, wanted);
}

/** Loads the scores of a run of the workspace. Throws a `usage` error when it has none. */
export async function loadRunScores(workspace: Workspace, wanted: string): Promise<ScoresFile> {
  const runKey = await findRun(workspace.store, wanted);
  const scores = await loadScores(workspace.store, reportPlace(runKey));
  if (scores !== null) return scores;
  throw new ReportcardError({
    code: 'usage',
    message: `the run ${runKey} has no scores yet`,
    file: reportPlace(runKey).scores,
    hint: `reportcard score ${runKey}`,
  });
}

/** The scores of the baseline the flags or the configuration name; undefined where there is none. */
export async function loadBaseline(
  workspace: Workspace,
  target: ReportTarget,
  flags: Flags,
): Promise<ScoresFile | undefined> {
  const baseline = await chooseBaseline(workspace, target, flags);
  return baseline === undefined ? undefined : loadRunScores(workspace, baseline);
}

/** Compares scores with the baseline the flags or the configuration name; undefined where there is none. */
export async function compareWithBaseline(
  workspace: Workspace,
  target: ReportTarget,
  flags: Flags,
  scores: ScoresFile,
): Promise<Comparison | undefined> {
  const baseline = await loadBaseline(workspace, target, flags);
  if (baseline === undefined) return undefined;
  return compareScores(baseline, scores, { force: flags['force'] === true });
}
