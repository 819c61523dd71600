import type { RunRecord } from '@reportcard/report-schema';
import { documentIdOf } from '@reportcard/report-schema';
import type { MetricPolicies } from './metric-policies.ts';

/** Above this length a ranking is made distinct with a set instead of by scanning. */
const SCAN_LIMIT = 32;

/** An id as it is compared: trimmed text; null for what is no id (null, blank, an object). */
function cleanId(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return null;
  const trimmed = text.trim();
  return trimmed === '' ? null : trimmed;
}

/** Trims ids and drops null and blank ones; order and duplicates stay. */
export function cleanIds(values: readonly unknown[]): string[] {
  const ids: string[] = [];
  for (const value of values) {
    const id = cleanId(value);
    if (id !== null) ids.push(id);
  }
  return ids;
}

/** Keeps the first of equal ids. Returns the argument itself when nothing repeats. */
export function keepFirst(ids: readonly string[]): readonly string[] {
  if (ids.length > SCAN_LIMIT) {
    const distinct = new Set(ids);
    return distinct.size === ids.length ? ids : [...distinct];
  }
  for (let index = 1; index < ids.length; index += 1) {
    if (ids.indexOf(ids[index] ?? '') < index) return ids.filter((id, position) => ids.indexOf(id) === position);
  }
  return ids;
}

/**
 * The cleaned document ids a record retrieved, best first, duplicates kept. `response.metadata.ranking` is the ranking
 * where that key exists (METRICS §10); otherwise the documents of the results. Empty without a response.
 */
export function rawRankingOf(record: RunRecord): string[] {
  const response = record.response;
  if (response === null) return [];
  const ranking = Object.hasOwn(response.metadata, 'ranking') ? response.metadata['ranking'] : undefined;
  if (Array.isArray(ranking)) return cleanIds(ranking);
  const ids: string[] = [];
  for (const result of response.results) {
    const id = cleanId(documentIdOf(result));
    if (id !== null) ids.push(id);
  }
  return ids;
}

/**
 * The ranking the retrieval metrics are computed on: distinct documents under `dedupe: 'first'`, the list as recorded
 * under `dedupe: 'cut-first'`. Never re-sorted: list order is the rank. Null and blank ids are dropped.
 */
export function rankingOf(record: RunRecord, policies: Pick<MetricPolicies, 'dedupe'>): string[] {
  const raw = rawRankingOf(record);
  if (policies.dedupe === 'cut-first') return raw;
  return [...keepFirst(raw)];
}

/** Whether the record has a ranking at all: its results were recorded, or it carries one of its own. */
export function hasRanking(record: RunRecord): boolean {
  if (!record.not_recorded.includes('results')) return true;
  return record.response !== null && Array.isArray(record.response.metadata['ranking']);
}

/**
 * Rank (from 1) of each reference id in a ranking, 0 where it was not retrieved: one scan a reference id, after which
 * every cutoff is a comparison. `reference` must hold distinct ids.
 */
export function rankReferences(ranking: readonly string[], reference: readonly string[]): number[] {
  const ranks: number[] = [];
  for (const id of reference) ranks.push(ranking.indexOf(id) + 1);
  return ranks;
}
