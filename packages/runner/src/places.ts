import { parseRunId } from '@reportcard/report-schema';

/** Keys of one recording (DESIGN §4.6). */
export interface RunPlaces {
  readonly records: string;
  readonly meta: string;
  readonly lock: string;
}

/** Keys of the recording `runId`. Throws a `usage` error when the name is not one safe path segment. */
export function placesOfRun(runId: string): RunPlaces {
  parseRunId(runId);
  return { records: `runs/${runId}.jsonl`, meta: `runs/${runId}.meta.json`, lock: `runs/${runId}.lock` };
}
