import { type ReportRunResult, reportRun } from '@reportcard/pipeline';
import type { Workspace } from '../config/open-workspace.ts';
import { loadRenderers } from '../renderers.ts';
import type { CliContext } from '../terminal/cli-context.ts';
import type { Flags } from '../verb.ts';
import { chooseLocale } from './choose-locale.ts';
import { compareWithBaseline } from './compare-baseline.ts';
import { createGate } from './create-gate.ts';
import { findReport, type ReportTarget } from './find-report.ts';
import { loadHistory } from './load-history.ts';

/** Most runs that a trend shows. */
const HISTORY = 12;

/** Applies the sheet and renders as the flags and the configuration say. */
export async function reportStage(
  workspace: Workspace,
  wanted: string | undefined,
  flags: Flags,
  context: CliContext,
): Promise<ReportRunResult & { target: ReportTarget }> {
  const target = await findReport(workspace, wanted, context);
  const renderer = flags['renderer'];
  const renderers = await loadRenderers(
    Array.isArray(renderer) ? (renderer as string[]) : undefined,
    workspace.config,
    workspace.folder,
  );
  const result = await reportRun({
    ...target,
    renderers,
    locale: (scores) => chooseLocale(flags, workspace.config.language, scores),
    now: context.now(),
    redact: flags['redact'] === true,
    gate: createGate(workspace.config.gate),
    compare: (scores) => compareWithBaseline(workspace, target, flags, scores),
    history: (scores) => loadHistory(workspace, target, scores, HISTORY),
    log: (message) => context.say(`note: ${message}`),
  });
  return { ...result, target };
}
