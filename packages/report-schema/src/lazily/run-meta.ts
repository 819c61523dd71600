import { isCanonicalRunMeta } from '../canonical/run-meta.ts';
import type { RunMeta } from '../run-meta.ts';
import type { Place } from '../version-gate.ts';
import { parseWith } from './load-parsers.ts';

/** As `parseRunMeta`. */
export function parseRunMetaLazily(input: unknown, place: Place = {}): RunMeta | Promise<RunMeta> {
  return isCanonicalRunMeta(input) ? input : parseWith(({ parseRunMeta }) => parseRunMeta(input, place));
}
