import { canonicalJson, ReportcardError, sha256 } from '@reportcard/report-schema';

/** Hashes of everything a resumed run must have in common with its beginning, by what it is. */
export type FingerprintParts = Readonly<Record<string, string>>;

/** Hashes each part and all of them together. Values must be JSON; secrets have no place in them. */
export function createFingerprint(parts: Readonly<Record<string, unknown>>): {
  readonly fingerprint: string;
  readonly parts: FingerprintParts;
} {
  const hashes = Object.fromEntries(
    Object.entries(parts).map(([name, value]) => [name, sha256(canonicalJson(value)).slice(0, 16)]),
  );
  return { fingerprint: sha256(canonicalJson(hashes)), parts: hashes };
}

const WORDS: Readonly<Record<string, string>> = {
  dataset: 'the data set (questions, references or labels)',
  documents: "the benchmark's documents",
  benchmark: 'the benchmark manifest',
  run_units: 'the run units',
  recipe: 'the recipe or target',
  query_modes: 'the query modes',
  passes: 'the number of passes',
  query: 'the query options',
  configuration: 'the configuration',
};

/** What differs between a recorded fingerprint and the present one, in words; null when nothing does. */
export function describeChange(recorded: FingerprintParts, present: FingerprintParts): string | null {
  const changed = Object.keys(present).filter((name) => recorded[name] !== present[name]);
  return changed.length === 0 ? null : changed.map((name) => WORDS[name] ?? name).join(', ');
}

/** Throws a `usage` error that names what differs between a recorded fingerprint and the present one. */
export function requireSameFingerprint(runId: string, recorded: FingerprintParts, present: FingerprintParts): void {
  const changed = Object.keys(present).filter((name) => recorded[name] !== present[name]);
  if (changed.length === 0) return;
  throw new ReportcardError({
    code: 'usage',
    message: `the recording ${runId} cannot be resumed: ${changed.map((name) => WORDS[name] ?? name).join(', ')} changed since it began`,
    expected: 'the same data set and configuration as at its beginning',
    got: changed.join(', '),
    hint: 'undo the change, or record a new run without --resume',
  });
}
