import {
  indexEvidence,
  loadEvidence,
  loadRecordIndex,
  openSheet,
  runOfReport,
  type SheetSession,
  saveSheet,
} from '@reportcard/pipeline';
import { type EvidenceIndex, type RunRecordIndex, sha256 } from '@reportcard/report-schema';
import type { ReviewPort } from '@reportcard/review-page';
import type { ReportTarget } from './find-report.ts';

interface Texts {
  readonly records: RunRecordIndex | null;
  readonly evidence: EvidenceIndex;
}

async function loadTexts({ store, place, runKey }: ReportTarget): Promise<Texts> {
  const runId = runKey === null ? null : await runOfReport(store, runKey);
  return {
    records: runId === null ? null : await loadRecordIndex(store, runId),
    evidence: indexEvidence(await loadEvidence(store, place.evidence)),
  };
}

/** Tells the version of a sheet, reading its bytes only when its size or time has changed since the last call. */
function createVersionProbe({ store, place }: ReportTarget): (path?: string) => Promise<string | null> {
  let last: { readonly key: string; readonly version: string } | undefined;
  return async (path = place.sheetCsv) => {
    const stat = await store.stat(path);
    if (stat === null) return null;
    const key = `${path} ${stat.size} ${stat.modified.getTime()}`;
    if (last?.key === key) return last.version;
    const bytes = await store.get(path);
    if (bytes === null) return null;
    last = { key, version: sha256(bytes) };
    return last.version;
  };
}

/** A report as the review page reads and writes it. */
export function openReview(target: ReportTarget): ReviewPort {
  const probe = createVersionProbe(target);
  let session: SheetSession | undefined;
  let texts: Promise<Texts> | undefined;
  return {
    load: async () => {
      session = await openSheet(target.store, target.place, target.runKey);
      texts = undefined;
      return session;
    },
    version: () => probe(session?.sheet.path),
    material: async (sampleId) => {
      texts ??= loadTexts(target);
      const { records, evidence } = await texts;
      return { record: records?.get(sampleId), evidence: evidence.get(sampleId) };
    },
    save: async (sheet, version) => {
      if (session === undefined || session.version !== version) return { conflict: true };
      try {
        const next = await saveSheet(target.store, session, sheet);
        session = { ...session, sheet, version: next };
        return { version: next };
      } catch (error) {
        const bytes = await target.store.get(sheet.path);
        if ((bytes === null ? null : sha256(bytes)) !== version) return { conflict: true };
        throw error;
      }
    },
  };
}
