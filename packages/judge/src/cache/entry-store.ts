import type { ObjectStore } from '@reportcard/object-store';
import { cacheFile } from './cache-key.ts';

/** JSON entries by key. Entries are written whole; a key is never overwritten by another question. */
export interface EntryStore {
  /** Null when there is none, or when what is there cannot be read. */
  read(key: string): Promise<Readonly<Record<string, unknown>> | null>;
  write(key: string, entry: Readonly<Record<string, unknown>>): Promise<void>;
}

function parseEntry(bytes: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    // A damaged entry costs one more call and is then replaced; it is no reason to stop.
    return null;
  }
}

/** Entries under `.reportcard/cache/` of a workspace. */
export function createEntryStore(store: ObjectStore): EntryStore {
  return {
    async read(key) {
      const bytes = await store.get(cacheFile(key));
      return bytes === null ? null : parseEntry(bytes);
    },
    write: (key, entry) => store.put(cacheFile(key), JSON.stringify(entry)),
  };
}
