import type { ObjectStore } from '@reportcard/object-store';
import type { RunMeta, ScoresFile } from '@reportcard/report-schema';
import { type EvidenceMap, loadEvidence } from './evidence-file.ts';
import { loadRunMeta } from './find-run.ts';
import { loadHashedScores } from './load-scores.ts';
import { importedScoresFile, type ReportPlace } from './places.ts';

/** What is on disk about a run before it is scored. */
export interface RunContext {
  /** Null for a run file that someone put there by hand. */
  readonly meta: RunMeta | null;
  /** The last `_scores.json`; null before the first scoring. */
  readonly previous: ScoresFile | null;
  /** SHA-256 of that file; null before the first scoring. */
  readonly previousSha256: string | null;
  readonly evidence: EvidenceMap;
  readonly imported: EvidenceMap;
  readonly importedMetrics: ReadonlySet<string>;
}

export async function loadRunContext(store: ObjectStore, runId: string, place: ReportPlace): Promise<RunContext> {
  const imported = await loadEvidence(store, importedScoresFile(runId));
  const previous = await loadHashedScores(store, place);
  const importedMetrics = new Set<string>();
  for (const metrics of imported.values()) for (const metric of metrics.keys()) importedMetrics.add(metric);
  return {
    meta: await loadRunMeta(store, runId),
    previous: previous?.scores ?? null,
    previousSha256: previous?.sha256 ?? null,
    evidence: await loadEvidence(store, place.evidence),
    imported,
    importedMetrics,
  };
}
