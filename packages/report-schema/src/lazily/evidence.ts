import { isCanonicalEvidence } from '../canonical/evidence.ts';
import type { EvidenceRecord } from '../metric-score.ts';
import type { Place } from '../version-gate.ts';
import { parseWith } from './load-parsers.ts';

/** As `parseEvidence`. */
export function parseEvidenceLazily(input: unknown, place: Place = {}): EvidenceRecord | Promise<EvidenceRecord> {
  return isCanonicalEvidence(input) ? input : parseWith(({ parseEvidence }) => parseEvidence(input, place));
}
