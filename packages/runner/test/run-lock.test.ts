import { createMemoryStore, readText } from '@reportcard/object-store';
import { describe, expect, it } from 'vitest';
import { acquireRunLock, type LockOptions } from '../src/run-lock.ts';

const KEY = 'runs/r.lock';

function lockOptions(
  extra: {
    pid?: number;
    host?: string;
    token?: string;
    now?: string;
    alive?: readonly number[];
    notes?: string[];
  } = {},
): LockOptions {
  const { pid = 1, host = 'here', token = 'aa', now = '2026-06-01T06:30:00.000Z', alive = [1], notes = [] } = extra;
  return {
    owner: { pid, host, token },
    clock: { now: () => new Date(now), monotonic: () => 0 },
    isAlive: (candidate) => alive.includes(candidate),
    onNote: (message) => notes.push(message),
  };
}

describe('the lock of a recording', () => {
  it('names its owner and time, refuses a second writer and is gone after release', async () => {
    const store = createMemoryStore();
    const lock = await acquireRunLock(store, KEY, lockOptions());
    expect(JSON.parse((await readText(store, KEY)) ?? '')).toEqual({
      pid: 1,
      host: 'here',
      token: 'aa',
      since: '2026-06-01T06:30:00.000Z',
      renewed: '2026-06-01T06:30:00.000Z',
    });
    const refused = acquireRunLock(store, KEY, lockOptions({ pid: 2, alive: [1, 2] }));
    await expect(refused).rejects.toMatchObject({
      code: 'usage',
      message: 'this run is being recorded by process 1 on here since 2026-06-01T06:30:00.000Z',
    });
    await lock.release();
    expect(await store.exists(KEY)).toBe(false);
  });

  it('takes over the lock of a dead process of this host, and says so', async () => {
    const store = createMemoryStore();
    await acquireRunLock(store, KEY, lockOptions());
    const notes: string[] = [];
    const lock = await acquireRunLock(store, KEY, lockOptions({ pid: 2, token: 'bb', alive: [2], notes }));
    expect(notes).toEqual([
      'took over the lock of process 1 on here since 2026-06-01T06:30:00.000Z, which no longer runs',
    ]);
    await lock.release();
    const left: string[] = [];
    for await (const key of store.list('')) left.push(key);
    expect(left).toEqual([]);
  });

  it('waits two minutes for an owner on another host', async () => {
    const store = createMemoryStore();
    await acquireRunLock(store, KEY, lockOptions({ host: 'there', pid: 9 }));
    const soon = lockOptions({ pid: 2, now: '2026-06-01T06:31:59.000Z' });
    await expect(acquireRunLock(store, KEY, soon)).rejects.toMatchObject({ code: 'usage' });
    const later = lockOptions({ pid: 2, now: '2026-06-01T06:32:01.000Z' });
    await expect(acquireRunLock(store, KEY, later)).resolves.toBeDefined();
  });

  it('lets one of several takers win a dead lock', async () => {
    const store = createMemoryStore();
    await store.put(KEY, 'not even JSON');
    const takers = [1, 2, 3, 4].map((pid) => acquireRunLock(store, KEY, lockOptions({ pid, alive: [1, 2, 3, 4] })));
    const results = await Promise.allSettled(takers);
    expect(results.filter((result) => result.status === 'fulfilled').length).toBe(1);
  });
});
