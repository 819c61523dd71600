import { parseRunId } from '@reportcard/report-schema';

/** Where the files of a run live in a workspace (DESIGN §4.6). `runKey` is `<run_id>` or `<run_id>.<name>`. */
export interface ReportPlace {
  /** Folder of the artefacts with a trailing slash; empty for a bare `_scores.json`. */
  readonly folder: string;
  readonly scores: string;
  readonly evidence: string;
  readonly sheetCsv: string;
  readonly sheetXlsx: string;
  /** Prefix for copies of the newest artefact; null where there is no workspace. */
  readonly latestFolder: string | null;
}

function placeIn(folder: string, latestFolder: string | null): ReportPlace {
  return {
    folder,
    scores: `${folder}_scores.json`,
    evidence: `${folder}_evidence.jsonl`,
    sheetCsv: `${folder}per_sample.csv`,
    sheetXlsx: `${folder}per_sample.xlsx`,
    latestFolder,
  };
}

/** Places of a report in a workspace: `reports/<runKey>/`. Throws a `usage` error for an unsafe name. */
export function reportPlace(runKey: string): ReportPlace {
  return placeIn(`reports/${parseRunId(runKey)}/`, 'reports/');
}

/** Places beside a bare `_scores.json` that stands at the root of its store. */
export const BARE_PLACE: ReportPlace = placeIn('', null);

/** Key of a run: one record a line. */
export const runFile = (runId: string): string => `runs/${parseRunId(runId)}.jsonl`;
/** Key of what is known about a run. */
export const runMetaFile = (runId: string): string => `runs/${parseRunId(runId)}.meta.json`;
/** Scores that came along with an imported run, one evidence line a (sample, metric). */
export const importedScoresFile = (runId: string): string => `runs/${parseRunId(runId)}.imported.jsonl`;
