import { ReportcardError } from '@reportcard/report-schema';
import { compareKeys, parseKey, parsePrefix } from './key.ts';
import { collectBytes } from './object-body.ts';
import type { Appender, ObjectBody, ObjectStore } from './object-store.ts';

interface StoredObject {
  bytes: Uint8Array;
  modified: Date;
}

function missing(key: string): ReportcardError {
  return new ReportcardError({ code: 'data', file: key, message: 'there is no such object', hint: 'check its name' });
}

/** A store in memory, for tests and for runs whose files nobody needs. `now` gives modification times. */
export function createMemoryStore(now: () => Date = () => new Date()): ObjectStore {
  const objects = new Map<string, StoredObject>();
  const set = (key: string, bytes: Uint8Array): void => {
    objects.set(key, { bytes, modified: now() });
  };

  function createAppender(key: string): Appender {
    let closed = false;
    return {
      async write(text) {
        if (closed) throw new ReportcardError({ code: 'defect', file: key, message: 'this appender is closed' });
        set(key, Buffer.concat([objects.get(key)?.bytes ?? new Uint8Array(), Buffer.from(text)]));
      },
      async close() {
        closed = true;
      },
    };
  }

  return {
    url: 'memory:',
    async get(key) {
      const found = objects.get(parseKey(key));
      return found === undefined ? null : new Uint8Array(found.bytes);
    },
    async *read(key) {
      const found = objects.get(parseKey(key));
      if (found === undefined) throw missing(key);
      yield new Uint8Array(found.bytes);
    },
    async put(key: string, body: ObjectBody) {
      parseKey(key);
      set(key, await collectBytes(body));
    },
    async putIfAbsent(key, body) {
      if (objects.has(parseKey(key))) return false;
      set(key, typeof body === 'string' ? Buffer.from(body) : new Uint8Array(body));
      return true;
    },
    async append(key) {
      if (!objects.has(parseKey(key))) set(key, new Uint8Array());
      return createAppender(key);
    },
    async stat(key) {
      const found = objects.get(parseKey(key));
      return found === undefined ? null : { size: found.bytes.byteLength, modified: found.modified };
    },
    async exists(key) {
      return objects.has(parseKey(key));
    },
    async *list(prefix) {
      parsePrefix(prefix);
      yield* [...objects.keys()].filter((key) => key.startsWith(prefix)).sort(compareKeys);
    },
    async delete(key) {
      objects.delete(parseKey(key));
    },
    async rename(from, to) {
      parseKey(to);
      const found = objects.get(parseKey(from));
      if (found === undefined) throw missing(from);
      objects.delete(from);
      objects.set(to, found);
    },
  };
}
