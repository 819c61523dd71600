/** What a verdict needs of the pipeline, apart from what scoring and reporting load. */
export { findRun, listRuns, runOfReport } from '../find-run.ts';
export { BARE_PLACE, type ReportPlace, reportPlace } from '../places.ts';
export { loadScoresHead, sheetIsNewer } from '../scores-head.ts';
