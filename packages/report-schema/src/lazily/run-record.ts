import { isCanonicalRunRecord } from '../canonical/run-record.ts';
import type { RunRecord } from '../run-record.ts';
import type { Place } from '../version-gate.ts';
import { parseWith } from './load-parsers.ts';

/** As `parseRunRecord`. */
export function parseRunRecordLazily(input: unknown, place: Place = {}): RunRecord | Promise<RunRecord> {
  return isCanonicalRunRecord(input) ? input : parseWith(({ parseRunRecord }) => parseRunRecord(input, place));
}
