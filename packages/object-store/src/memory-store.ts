import { ReportcardError } from '@reportcard/report-schema';
import { compareKeys, parseKey, parsePrefix } from './key.ts';
import { collectBytes } from './object-body.ts';
import type { Appender, ObjectBody, ObjectStore } from './object-store.ts';

interface StoredObject {
  /** The bytes in pieces, so that appending does not copy what is there. */
  chunks: Uint8Array[];
  size: number;
  modified: Date;
}

function joinChunks({ chunks }: StoredObject): Uint8Array {
  return new Uint8Array(Buffer.concat(chunks));
}

function missing(key: string): ReportcardError {
  return new ReportcardError({ code: 'data', file: key, message: 'there is no such object', hint: 'check its name' });
}

/** A store in memory, for tests and for runs whose files nobody needs. `now` gives modification times. */
export function createMemoryStore(now: () => Date = () => new Date()): ObjectStore {
  const objects = new Map<string, StoredObject>();
  const set = (key: string, bytes: Uint8Array): void => {
    objects.set(key, { chunks: [bytes], size: bytes.byteLength, modified: now() });
  };

  function createAppender(key: string): Appender {
    let closed = false;
    return {
      async write(text) {
        if (closed) throw new ReportcardError({ code: 'defect', file: key, message: 'this appender is closed' });
        const bytes = Buffer.from(text);
        const found = objects.get(key);
        if (found === undefined) {
          set(key, bytes);
          return;
        }
        found.chunks.push(bytes);
        found.size += bytes.byteLength;
        found.modified = now();
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
      return found === undefined ? null : joinChunks(found);
    },
    async *read(key) {
      const found = objects.get(parseKey(key));
      if (found === undefined) throw missing(key);
      for (const chunk of [...found.chunks]) yield new Uint8Array(chunk);
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
      return found === undefined ? null : { size: found.size, modified: found.modified };
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
