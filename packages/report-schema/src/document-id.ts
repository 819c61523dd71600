import type { QueryResult } from './query-response.ts';

const SOURCE_KEYS = ['document_id', 'source_key', 'object_key'] as const;

/** The document a result comes from: `source.document_id`, else `source_key`, `object_key`, else the result's `id`. */
export function documentIdOf(result: Pick<QueryResult, 'id' | 'source'>): string {
  for (const key of SOURCE_KEYS) {
    const value = Object.hasOwn(result.source, key) ? result.source[key] : undefined;
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return result.id;
}
