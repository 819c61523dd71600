import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { createFileStore, type ObjectStore } from '@reportcard/object-store';
import { BARE_PLACE, findRun, type ReportPlace, reportPlace, reportRun, type ReportRunResult } from '@reportcard/pipeline';
import { ReportcardError } from '@reportcard/report-schema';
import type { Workspace } from '../config/open-workspace.ts';
import { loadRenderers } from '../renderers.ts';
import type { CliContext } from '../terminal/cli-context.ts';
import type { Flags } from '../verb.ts';
import { createGate } from './create-gate.ts';
import { createBaseline } from './create-baseline.ts';

/** Where a report is: a run of the workspace, or a `_scores.json` that stands alone. */
export interface ReportTarget {
  readonly store: ObjectStore;
  readonly place: ReportPlace;
  /** Null for a bare file. */
  readonly runKey: string | null;
  /** For messages: `reports/v1/` or the path that was given. */
  readonly shown: string;
}

/** A run name, a folder with a `_scores.json`, or such a file. */
export async function findReport(workspace: Workspace, wanted: string | undefined, context: CliContext): Promise<ReportTarget> {
  if (wanted !== undefined) {
    const file = path.resolve(context.cwd, wanted);
    if (existsSync(file) && (wanted.includes('/') || wanted.includes(path.sep) || wanted.endsWith('.json'))) {
      const folder = statSync(file).isDirectory() ? file : path.dirname(file);
      if (!existsSync(path.join(folder, '_scores.json')) || (statSync(file).isFile() && path.basename(file) !== '_scores.json')) {
        throw new ReportcardError({ code: 'usage', message: `${wanted} is no report`, expected: 'a file named _scores.json, or a folder with one' });
      }
      return { store: createFileStore(folder), place: BARE_PLACE, runKey: null, shown: `${path.relative(context.cwd, folder) || '.'}/` };
    }
  }
  const runKey = await findRun(workspace.store, wanted);
  const place = reportPlace(runKey);
  return { store: workspace.store, place, runKey, shown: place.folder };
}

/** The language of the pages: `--lang`, else the configuration's, else Chinese where most intents are written in Han. */
export function localeOf(flags: Flags, workspace: Workspace): 'zh-CN' | 'en' {
  const lang = flags['lang'];
  if (lang === 'en') return 'en';
  if (typeof lang === 'string') return 'zh-CN';
  return workspace.config.language ?? 'en';
}

/** Applies the sheet and renders as the flags and the configuration say. */
export async function reportStage(workspace: Workspace, wanted: string | undefined, flags: Flags, context: CliContext): Promise<ReportRunResult & { target: ReportTarget }> {
  const target = await findReport(workspace, wanted, context);
  const renderer = flags['renderer'];
  const renderers = await loadRenderers(Array.isArray(renderer) ? (renderer as string[]) : undefined, workspace.config, workspace.folder);
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
