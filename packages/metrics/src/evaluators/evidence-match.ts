import { documentIdOf, type EvidenceItem, getOwn, type QueryResult } from '@reportcard/report-schema';
import { foldText } from './fold-text.ts';

/** Further spellings under which a result may carry several values of a locator key. */
const PLURALS: Readonly<Record<string, readonly string[]>> = {
  page_index: ['page_indices', 'page_indexes'],
  row_index: ['row_indices', 'row_indexes'],
};

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Numbers and their texts are equal, since files disagree on how they write a page; other values by their JSON. */
function isEqual(found: unknown, wanted: unknown): boolean {
  if (isScalar(found) && isScalar(wanted)) return String(found) === String(wanted);
  return JSON.stringify(found) === JSON.stringify(wanted);
}

/** Whether a result has a value under a key, or among several under its plural, in its source or its metadata. */
function hasValue(result: QueryResult, key: string, wanted: unknown): boolean {
  const names = [key, `${key}s`, ...(PLURALS[key] ?? [])];
  return [result.source, result.metadata]
    .flatMap((part) => names.map((name) => getOwn(part, name)))
    .some((found) => isEqual(found, wanted) || (Array.isArray(found) && found.some((one) => isEqual(one, wanted))));
}

function textsOverlap(a: string, b: string): boolean {
  return a.includes(b) || b.includes(a);
}

/** Whether a result is the piece of evidence an item asks for (METRICS §6.4). */
export function matchesEvidence(item: EvidenceItem, result: QueryResult): boolean {
  const keys = Object.entries(item.locator).filter(([, value]) => value !== null && value !== undefined);
  const wanted = foldText(item.text ?? '');
  const found = foldText(result.text ?? '');
  const bothHaveText = wanted !== '' && found !== '';
  if (keys.length > 0) {
    const located = keys.every(([key, value]) => hasValue(result, key, value));
    return located && (!bothHaveText || textsOverlap(wanted, found));
  }
  if (wanted !== '') return bothHaveText && textsOverlap(wanted, found);
  if (item.reference_id === null) return false;
  return (
    [result.id, documentIdOf(result)].includes(item.reference_id) || hasValue(result, 'reference_id', item.reference_id)
  );
}
