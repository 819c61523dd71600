import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../src/index.ts';
import { testObjectStore } from '../src/testing/index.ts';

testObjectStore('the memory store', () => createMemoryStore(), { describe, it });

describe('the memory store', () => {
  it('takes modification times from the clock it is given, and hands out copies', async () => {
    const store = createMemoryStore(() => new Date('2026-06-01T06:30:22.104Z'));
    await store.put('a', 'abc');
    expect(await store.stat('a')).toEqual({ size: 3, modified: new Date('2026-06-01T06:30:22.104Z') });
    const bytes = await store.get('a');
    bytes?.fill(0);
    expect(new TextDecoder().decode((await store.get('a')) ?? undefined)).toBe('abc');
  });
});
