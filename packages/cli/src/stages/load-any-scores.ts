import { loadScores } from '@reportcard/pipeline';
import { ReportcardError, type ScoresFile } from '@reportcard/report-schema';
import type { Workspace } from '../config/open-workspace.ts';
import type { CliContext } from '../terminal/cli-context.ts';
import { findReport } from './find-report.ts';

/** The scores of a run of the workspace, of a report folder, or of a bare `_scores.json`. */
export async function loadAnyScores(
  workspace: Workspace,
  wanted: string | undefined,
  context: CliContext,
): Promise<ScoresFile> {
  const { store, place, runKey } = await findReport(workspace, wanted, context);
  const scores = await loadScores(store, place);
  if (scores !== null) return scores;
  throw new ReportcardError({
    code: 'usage',
    message: `the run ${runKey ?? ''} has no scores yet`,
    file: place.scores,
    hint: `reportcard score ${runKey ?? ''}`,
  });
}
