import type { RunRecord } from '@reportcard/report-schema';

/**
 * The contexts a judge gets: the texts of the results in order, blank ones dropped, duplicates kept. null when the run
 * has none to give: results or their texts were not recorded, or every result lacks its text.
 */
export function readContexts(record: RunRecord): string[] | null {
  if (record.not_recorded.includes('results') || record.not_recorded.includes('result_texts')) return null;
  const results = record.response?.results ?? [];
  const texts = results.flatMap((result) => (result.text === null ? [] : [result.text]));
  if (results.length > 0 && texts.length === 0) return null;
  return texts.filter((text) => text.trim() !== '');
}

/** The answer; null where the record says it has none, '' where the system gave none. */
export function readResponse(record: RunRecord): string | null {
  if (record.not_recorded.includes('answer')) return null;
  return record.response?.answer ?? '';
}

/** Empty after trimming. */
export function isBlank(text: string | null): boolean {
  return text === null || text.trim() === '';
}
