import { createMemoryStore, type ObjectStore } from '@reportcard/object-store';
import type { Redis } from 'ioredis';

/** Entries nobody took over are gone after this long. */
const KEEP_SECONDS = 7 * 24 * 3600;

const startOf = (prefix: string): string => `${prefix}:cache:`;

async function collect(body: Parameters<ObjectStore['put']>[1]): Promise<Buffer> {
  if (typeof body === 'string' || body instanceof Uint8Array) return Buffer.from(body as Uint8Array);
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts);
}

/**
 * The judge cache that all workers share: what one was answered no other asks for again, though the job it was asked in
 * be lost. `get` and `put` go to the queue's server; everything else is the worker's own memory. `beforeUse` may throw.
 */
export function createSharedCache(redis: Redis, prefix: string, beforeUse: () => void = () => undefined): ObjectStore {
  const memory = createMemoryStore();
  const keyOf = (key: string): string => startOf(prefix) + key;
  return {
    ...memory,
    url: `${prefix}:cache`,
    read: (key) => memory.read(key),
    append: (key) => memory.append(key),
    stat: (key) => memory.stat(key),
    list: (start) => memory.list(start),
    delete: (key) => memory.delete(key),
    rename: (from, to) => memory.rename(from, to),
    async get(key) {
      beforeUse();
      return redis.getBuffer(keyOf(key));
    },
    async put(key, body) {
      await redis.set(keyOf(key), await collect(body), 'EX', KEEP_SECONDS);
    },
    async putIfAbsent(key, body) {
      return (await redis.set(keyOf(key), Buffer.from(body as Uint8Array), 'EX', KEEP_SECONDS, 'NX')) === 'OK';
    },
    async exists(key) {
      return (await redis.exists(keyOf(key))) === 1;
    },
  };
}

/** Takes all entries of the shared cache over into a workspace and removes them from the queue's server; gives their number. */
export async function drainSharedCache(redis: Redis, prefix: string, store: ObjectStore): Promise<number> {
  const start = startOf(prefix);
  const pattern = `${start.replace(/[*?[\]\\]/g, '\\$&')}*`;
  let cursor = '0';
  let count = 0;
  do {
    const [next, keys] = await redis.scan(cursor, 'MATCH', pattern, 'COUNT', 500);
    cursor = next;
    for (const key of keys) {
      const body = await redis.getBuffer(key);
      if (body === null) continue;
      await store.put(key.slice(start.length), body);
      await redis.del(key);
      count++;
    }
  } while (cursor !== '0');
  return count;
}
