import { isCanonicalScores } from '../canonical/scores.ts';
import type { ScoresFile } from '../scores.ts';
import type { Place } from '../version-gate.ts';
import { parseWith } from './load-parsers.ts';

/** As `parseScores`. */
export function parseScoresLazily(input: unknown, place: Place = {}): ScoresFile | Promise<ScoresFile> {
  return isCanonicalScores(input) ? input : parseWith(({ parseScores }) => parseScores(input, place));
}
