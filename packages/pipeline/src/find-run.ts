import { type ObjectStore, readText } from '@reportcard/object-store';
import { nearestName, parseJson, parseRunMetaLazily, ReportcardError, type RunMeta } from '@reportcard/report-schema';
import { reportPlace, runFile, runMetaFile } from './places.ts';

/** A run of the workspace; `at` is `recorded_at` or `imported_at`, null where there is no meta file. */
export interface RunEntry {
  readonly run_id: string;
  readonly at: string | null;
}

/** Reads `runs/<run_id>.meta.json`; null when there is none. Throws a `data` error when it is broken. */
export async function loadRunMeta(store: ObjectStore, runId: string): Promise<RunMeta | null> {
  const key = runMetaFile(runId);
  const text = await readText(store, key);
  return text === null ? null : parseRunMetaLazily(parseJson(text, { file: key }), { file: key });
}

/** All runs of a workspace, newest first: by `recorded_at`/`imported_at`, never by a file time. */
export async function listRuns(store: ObjectStore): Promise<RunEntry[]> {
  const runs: RunEntry[] = [];
  for await (const key of store.list('runs/')) {
    const match = /^runs\/([^/]+)\.jsonl$/.exec(key);
    const runId = match?.[1];
    if (runId === undefined || runId.startsWith('.') || runId.endsWith('.imported')) continue;
    const meta = await loadRunMeta(store, runId);
    runs.push({ run_id: runId, at: meta?.recorded_at ?? meta?.imported_at ?? null });
  }
  return runs.sort((a, b) => compareText(b.at ?? '', a.at ?? '') || (a.run_id < b.run_id ? 1 : -1));
}

/**
 * The run a user means: the given id (of a run, or of a report made with `--as`), else the newest run. Throws a `usage`
 * error with the nearest name when there is none.
 */
export async function findRun(store: ObjectStore, wanted?: string | undefined): Promise<string> {
  if (
    wanted !== undefined &&
    ((await store.exists(runFile(wanted))) || (await store.exists(reportPlace(wanted).scores)))
  )
    return wanted;
  const runs = await listRuns(store);
  const newest = runs[0]?.run_id;
  if (wanted === undefined && newest !== undefined) return newest;
  if (wanted === undefined) {
    throw new ReportcardError({
      code: 'usage',
      message: `there is no run in ${store.url}`,
      expected: 'a file runs/<run_id>.jsonl',
      hint: 'record one with: reportcard run, or bring one in with: reportcard import',
    });
  }
  const near = nearestName(
    wanted,
    runs.map((run) => run.run_id),
  );
  throw new ReportcardError({
    code: 'usage',
    message: `there is no run ${JSON.stringify(wanted)} in ${store.url}`,
    expected:
      runs.length === 0
        ? 'a file runs/<run_id>.jsonl'
        : `one of ${runs
            .slice(0, 5)
            .map((run) => run.run_id)
            .join(', ')}`,
    hint: near === undefined ? undefined : `did you mean ${near}?`,
  });
}

/** The run behind a report key: `v1` of `v1` and of `v1.second`, whichever has a run file; null for a bare report. */
export async function runOfReport(store: ObjectStore, runKey: string): Promise<string | null> {
  if (await store.exists(runFile(runKey))) return runKey;
  const dot = runKey.lastIndexOf('.');
  const base = dot > 0 ? runKey.slice(0, dot) : undefined;
  return base !== undefined && (await store.exists(runFile(base))) ? base : null;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
