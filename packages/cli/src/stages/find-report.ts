import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { createFileStore, type ObjectStore } from '@reportcard/object-store';
import { BARE_PLACE, findRun, type ReportPlace, reportPlace } from '@reportcard/pipeline/gate';
import { ReportcardError } from '@reportcard/report-schema';
import type { Workspace } from '../config/open-workspace.ts';
import type { CliContext } from '../terminal/cli-context.ts';

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
export async function findReport(
  workspace: Workspace,
  wanted: string | undefined,
  context: CliContext,
): Promise<ReportTarget> {
  if (wanted !== undefined) {
    const file = path.resolve(context.cwd, wanted);
    if (existsSync(file) && (wanted.includes('/') || wanted.includes(path.sep) || wanted.endsWith('.json'))) {
      const folder = statSync(file).isDirectory() ? file : path.dirname(file);
      if (
        !existsSync(path.join(folder, '_scores.json')) ||
        (statSync(file).isFile() && path.basename(file) !== '_scores.json')
      ) {
        throw new ReportcardError({
          code: 'usage',
          message: `${wanted} is no report`,
          expected: 'a file named _scores.json, or a folder with one',
        });
      }
      return {
        store: createFileStore(folder),
        place: BARE_PLACE,
        runKey: null,
        shown: `${path.relative(context.cwd, folder) || '.'}/`,
      };
    }
  }
  const runKey = await findRun(workspace.store, wanted);
  const place = reportPlace(runKey);
  return { store: workspace.store, place, runKey, shown: place.folder };
}
