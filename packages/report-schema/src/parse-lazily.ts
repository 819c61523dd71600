import { isCanonicalEvidence } from './canonical/evidence.ts';
import { isCanonicalRunMeta } from './canonical/run-meta.ts';
import { isCanonicalRunRecord } from './canonical/run-record.ts';
import { isCanonicalScores } from './canonical/scores.ts';
import type { EvaluationReport } from './evaluation-report.ts';
import type { EvidenceRecord } from './metric-score.ts';
import type { RunMeta } from './run-meta.ts';
import type { RunRecord } from './run-record.ts';
import type { ScoresFile } from './scores.ts';
import type { Place } from './version-gate.ts';

/**
 * The parsers of `parse.ts` for callers that must start fast: the schemas are loaded only for a value that is not in the
 * form this version writes. Results and errors are those of the parsers; a canonical value is answered at once.
 */
type Parsers = typeof import('./parse.ts');

let parsers: Parsers | undefined;

async function loadParsers(): Promise<Parsers> {
  parsers ??= await import('./parse.ts');
  return parsers;
}

function parseWith<T>(parse: (parsers: Parsers) => T): T | Promise<T> {
  return parsers === undefined ? loadParsers().then(parse) : parse(parsers);
}

/** As `parseRunRecord`. */
export function parseRunRecordLazily(input: unknown, place: Place = {}): RunRecord | Promise<RunRecord> {
  return isCanonicalRunRecord(input) ? input : parseWith(({ parseRunRecord }) => parseRunRecord(input, place));
}
/** As `parseRunMeta`. */
export function parseRunMetaLazily(input: unknown, place: Place = {}): RunMeta | Promise<RunMeta> {
  return isCanonicalRunMeta(input) ? input : parseWith(({ parseRunMeta }) => parseRunMeta(input, place));
}
/** As `parseScores`. */
export function parseScoresLazily(input: unknown, place: Place = {}): ScoresFile | Promise<ScoresFile> {
  return isCanonicalScores(input) ? input : parseWith(({ parseScores }) => parseScores(input, place));
}
/** As `parseEvidence`. */
export function parseEvidenceLazily(input: unknown, place: Place = {}): EvidenceRecord | Promise<EvidenceRecord> {
  return isCanonicalEvidence(input) ? input : parseWith(({ parseEvidence }) => parseEvidence(input, place));
}
/** As `parseEvaluationReport`; a Heta report has no canonical form, so the schemas are always loaded. */
export async function parseEvaluationReportLazily(input: unknown, place: Place = {}): Promise<EvaluationReport> {
  const { parseEvaluationReport } = await loadParsers();
  return parseEvaluationReport(input, place);
}
