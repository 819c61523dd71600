import { type ReportRunResult, reportRun } from '@reportcard/pipeline';
import type { Workspace } from '../config/open-workspace.ts';
import { loadRenderers } from '../renderers.ts';
import type { CliContext } from '../terminal/cli-context.ts';
import type { Flags } from '../verb.ts';
import { createBaseline } from './create-baseline.ts';
import { createGate } from './create-gate.ts';
import { findReport, type ReportTarget } from './find-report.ts';

/** The language of the pages: `--lang`, else the configuration's, else Chinese where most intents are written in Han. */
export function localeOf(flags: Flags, workspace: Workspace): 'zh-CN' | 'en' {
  const lang = flags['lang'];
  if (lang === 'en') return 'en';
  if (typeof lang === 'string') return 'zh-CN';
  return workspace.config.language ?? 'en';
}

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
  const baseline = createBaseline(workspace, target, flags);
  const result = await reportRun({
    ...target,
    renderers,
    locale: localeOf(flags, workspace),
    now: context.now(),
    redact: flags['redact'] === true,
    gate: createGate(workspace.config.gate),
    compare: baseline.compare,
    history: baseline.history,
    log: (message) => context.say(`note: ${message}`),
  });
  return { ...result, target };
}
