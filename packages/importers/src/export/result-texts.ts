import { documentIdOf, getOwn, type RunRecord } from '@reportcard/report-schema';

/** Texts of the results; null where the record says that there are none to know. */
export function contextsOf(record: RunRecord): readonly (string | null)[] | null {
  if (record.not_recorded.includes('results') || record.not_recorded.includes('result_texts')) return null;
  return (record.response?.results ?? []).map(({ text }) => text);
}

/** True for an id that stands for a place only. */
function isPlaceholder(id: string): boolean {
  return /^context_\d+$/.test(id);
}

/** Document ids of the results in order; null where the source had none. */
export function documentIdsOf(record: RunRecord): readonly string[] | null {
  if (record.not_recorded.includes('results')) return null;
  const ids = (record.response?.results ?? []).map(documentIdOf);
  return ids.length > 0 && ids.every(isPlaceholder) ? null : ids;
}

/** The ranking of a record: what it keeps as such, else its results' documents; blank and repeated ones dropped. */
export function rankedDocuments(record: RunRecord): readonly { readonly id: string; readonly score: number | null }[] {
  const kept = getOwn(record.response?.metadata, 'ranking');
  const listed: { id: string; score: number | null }[] = Array.isArray(kept)
    ? kept.filter((id): id is string => typeof id === 'string').map((id) => ({ id, score: null }))
    : (record.response?.results ?? []).map((result) => ({ id: documentIdOf(result), score: result.score }));
  const seen = new Set<string>();
  return listed.filter(({ id }) => {
    const isNew = id.trim() !== '' && !seen.has(id);
    seen.add(id);
    return isNew;
  });
}
