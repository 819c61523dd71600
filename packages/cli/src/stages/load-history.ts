import { historyOf } from '@reportcard/comparison';
import { listRuns, loadScoresHead, reportPlace } from '@reportcard/pipeline/gate';
import type { ScoresHead, TrendPoint } from '@reportcard/report-schema';
import type { Workspace } from '../config/open-workspace.ts';
import type { ReportTarget } from './find-report.ts';

/** The runs of a workspace that have scores, up to the given one, oldest first; the given scores stand for its own. */
export async function loadHistory(
  workspace: Workspace,
  target: ReportTarget | undefined,
  scores: ScoresHead | undefined,
  most: number,
): Promise<readonly TrendPoint[]> {
  if (target !== undefined && target.runKey === null) return [];
  const runs = (await listRuns(workspace.store)).reverse();
  const heads: ScoresHead[] = [];
  for (const { run_id: runId } of runs) {
    if (scores !== undefined && runId === scores.meta.run_id) {
      heads.push(scores);
      break;
    }
    const head = await loadScoresHead(workspace.store, reportPlace(runId));
    if (head !== null) heads.push(head);
  }
  return historyOf(heads.slice(-most));
}
