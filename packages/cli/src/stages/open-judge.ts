import type { JudgeEstimate, JudgeStage } from '@reportcard/pipeline';
import type { Workspace } from '../config/open-workspace.ts';
import type { CliContext } from '../terminal/cli-context.ts';
import type { Flags } from '../verb.ts';

/** A judge ready to be asked, and whether an estimate fits the budget. */
export interface OpenJudge {
  readonly stage: JudgeStage;
  allows(estimate: JudgeEstimate): boolean;
}

/** Opens the judge that the flags or the configuration name; undefined for `none`. */
export async function openJudge(
  workspace: Workspace,
  seed: string,
  flags: Flags,
  context: CliContext,
): Promise<OpenJudge | undefined> {
  const kind = typeof flags['judge'] === 'string' ? flags['judge'] : (workspace.config.judge?.kind ?? 'none');
  if (kind === 'none') return undefined;
  const { createConfiguredJudge } = await import('./create-judge.ts');
  return createConfiguredJudge(kind, workspace, seed, flags, context);
}
