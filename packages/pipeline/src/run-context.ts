import type { ObjectStore } from '@reportcard/object-store';
import { parseJson, parseScoresLazily, type RunMeta, type ScoresFile, sha256 } from '@reportcard/report-schema';
import { type EvidenceMap, loadEvidence } from './evidence-file.ts';
import { loadRunMeta } from './find-run.ts';
import { importedScoresFile, type ReportPlace } from './places.ts';

/** What is on disk about a run before it is scored. */
export interface RunContext {
  /** Null for a run file that someone put there by hand. */
  readonly meta: RunMeta | null;
  /** The last `_scores.json`; null before the first scoring. */
  readonly previous: ScoresFile | null;
  readonly evidence: EvidenceMap;
  readonly imported: EvidenceMap;
  readonly importedMetrics: ReadonlySet<string>;
}

const decoder = new TextDecoder();

/** The scores of a file with the SHA-256 of its bytes. */
export interface HashedScores {
  readonly scores: ScoresFile;
  readonly sha256: string;
}

/** Reads a `_scores.json`; null when there is none. Throws a `data` error when it is broken. */
export async function loadScores(store: ObjectStore, place: ReportPlace): Promise<ScoresFile | null> {
  return (await loadHashedScores(store, place))?.scores ?? null;
}

/** As {@link loadScores}, with the hash of the file. */
export async function loadHashedScores(store: ObjectStore, place: ReportPlace): Promise<HashedScores | null> {
  const bytes = await store.get(place.scores);
  if (bytes === null) return null;
  const file = place.scores;
  const scores = await parseScoresLazily(parseJson(decoder.decode(bytes), { file }), { file });
  return { scores, sha256: sha256(bytes) };
}

export async function loadRunContext(store: ObjectStore, runId: string, place: ReportPlace): Promise<RunContext> {
  const imported = await loadEvidence(store, importedScoresFile(runId));
  const importedMetrics = new Set<string>();
  for (const metrics of imported.values()) for (const metric of metrics.keys()) importedMetrics.add(metric);
  return {
    meta: await loadRunMeta(store, runId),
    previous: await loadScores(store, place),
    evidence: await loadEvidence(store, place.evidence),
    imported,
    importedMetrics,
  };
}
