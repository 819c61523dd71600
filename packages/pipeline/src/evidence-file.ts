import type { ObjectStore } from '@reportcard/object-store';
import {
  type EvidenceIndex,
  type EvidenceRecord,
  formatJsonLine,
  parseEvidenceLazily,
  readJsonLines,
} from '@reportcard/report-schema';

/** Evidence by sample id, then metric; of several lines for one pair the last one counts. */
export type EvidenceMap = Map<string, Map<string, EvidenceRecord>>;

export function addEvidence(map: EvidenceMap, evidence: EvidenceRecord): void {
  const metrics = map.get(evidence.sample_id);
  if (metrics === undefined) map.set(evidence.sample_id, new Map([[evidence.metric, evidence]]));
  else metrics.set(evidence.metric, evidence);
}

/**
 * Reads an evidence file; empty when there is none. A torn last line (of a scoring that was killed) is dropped.
 * Throws `data` errors with file and line.
 */
export async function loadEvidence(store: ObjectStore, file: string): Promise<EvidenceMap> {
  const map: EvidenceMap = new Map();
  const stat = await store.stat(file);
  if (stat === null || stat.size === 0) return map;
  for await (const { line, value } of readJsonLines(store.read(file), { file, torn: 'drop' })) {
    addEvidence(map, await parseEvidenceLazily(value, { file, line }));
  }
  return map;
}

/** Lines of an evidence file in sample order, then metric order: equal evidence gives equal bytes. */
export function* formatEvidence(
  map: EvidenceMap,
  sampleIds: Iterable<string>,
  metrics: readonly string[],
): Generator<string> {
  for (const sampleId of sampleIds) {
    const known = map.get(sampleId);
    if (known === undefined) continue;
    const order = [
      ...metrics.filter((metric) => known.has(metric)),
      ...[...known.keys()].filter((metric) => !metrics.includes(metric)).sort(),
    ];
    for (const metric of order) {
      const evidence = known.get(metric);
      if (evidence !== undefined) yield formatJsonLine(evidence);
    }
  }
}

/** Look-up of evidence by sample, for renderers and failure records. */
export function indexEvidence(map: EvidenceMap): EvidenceIndex {
  return { get: (sampleId) => [...(map.get(sampleId)?.values() ?? [])] };
}
