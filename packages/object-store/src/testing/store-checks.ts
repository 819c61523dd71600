import assert from 'node:assert/strict';
import { ReportcardError } from '@reportcard/report-schema';
import { collectBytes } from '../object-body.ts';
import type { ObjectStore } from '../object-store.ts';

/** One promise every store keeps: a title and a check that rejects when it is broken. The store is empty at first. */
export interface StoreCheck {
  readonly title: string;
  run(store: ObjectStore): Promise<void>;
}

const decoder = new TextDecoder();

async function textOf(store: ObjectStore, key: string): Promise<string | null> {
  const bytes = await store.get(key);
  return bytes === null ? null : decoder.decode(bytes);
}

async function keysOf(store: ObjectStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.list(prefix)) keys.push(key);
  return keys;
}

async function* failingBody(): AsyncGenerator<string> {
  yield 'half';
  throw new Error('the body broke');
}

async function* manyChunks(count: number, chunk: string): AsyncGenerator<string> {
  for (let index = 0; index < count; index++) yield chunk;
}

function isFault(code: string): (error: unknown) => boolean {
  return (error) => error instanceof ReportcardError && error.code === code;
}

const readWrite: readonly StoreCheck[] = [
  {
    title: 'answers null for an object that is not there, and a data fault when it is read',
    async run(store) {
      assert.equal(await store.get('runs/none.jsonl'), null);
      assert.equal(await store.stat('runs/none.jsonl'), null);
      assert.equal(await store.exists('runs/none.jsonl'), false);
      await assert.rejects(async () => collectBytes(store.read('runs/none.jsonl')), isFault('data'));
    },
  },
  {
    title: 'gives back texts, bytes and streams unchanged',
    async run(store) {
      await store.put('a/text.txt', '未标注 ✓ \u2028');
      assert.equal(await textOf(store, 'a/text.txt'), '未标注 ✓ \u2028');
      const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
      await store.put('a/bytes.bin', bytes);
      assert.deepEqual([...((await store.get('a/bytes.bin')) ?? [])], [...bytes]);
      await store.put('a/stream.txt', ['one\n', new TextEncoder().encode('two\n')]);
      assert.equal(await textOf(store, 'a/stream.txt'), 'one\ntwo\n');
      await store.put('a/empty.txt', '');
      assert.equal(await textOf(store, 'a/empty.txt'), '');
      assert.equal((await store.stat('a/empty.txt'))?.size, 0);
      assert.equal((await store.stat('a/text.txt'))?.size, 17);
    },
  },
  {
    title: 'stores and reads a body of 20 MB in pieces',
    async run(store) {
      const chunk = `${'汉'.repeat(33_333)}\n`;
      await store.put('big/body.txt', manyChunks(200, chunk));
      let size = 0;
      let newlines = 0;
      for await (const bytes of store.read('big/body.txt')) {
        size += bytes.byteLength;
        for (const byte of bytes) if (byte === 10) newlines++;
      }
      assert.equal(size, 20_000_000);
      assert.equal(newlines, 200);
    },
  },
  {
    title: 'replaces an object, and leaves the old one when the body breaks',
    async run(store) {
      await store.put('report.md', 'first, and longer than the second');
      await store.put('report.md', 'second', { durable: true });
      assert.equal(await textOf(store, 'report.md'), 'second');
      await assert.rejects(() => store.put('report.md', failingBody()), /the body broke/);
      assert.equal(await textOf(store, 'report.md'), 'second');
      await assert.rejects(() => store.put('new.md', failingBody()), /the body broke/);
      assert.equal(await textOf(store, 'new.md'), null);
      assert.deepEqual(await keysOf(store, ''), ['report.md']);
    },
  },
  {
    title: 'lets exactly one of many create an object',
    async run(store) {
      const won = await Promise.all(
        Array.from({ length: 8 }, (_, index) => store.putIfAbsent('runs/a.lock', `owner ${index}`)),
      );
      assert.equal(won.filter(Boolean).length, 1);
      assert.equal(await textOf(store, 'runs/a.lock'), `owner ${won.indexOf(true)}`);
      assert.equal(await store.putIfAbsent('runs/a.lock', 'late'), false);
      await store.delete('runs/a.lock');
      assert.equal(await store.putIfAbsent('runs/a.lock', new TextEncoder().encode('next')), true);
      assert.equal(await textOf(store, 'runs/a.lock'), 'next');
    },
  },
];

const appending: readonly StoreCheck[] = [
  {
    title: 'appends lines whole and in call order, also when calls overlap',
    async run(store) {
      const appender = await store.append('runs/a.jsonl');
      const lines = Array.from({ length: 200 }, (_, index) => `{"n":${index}}\n`);
      await Promise.all(lines.map((line) => appender.write(line)));
      await appender.close();
      await appender.close();
      assert.equal(await textOf(store, 'runs/a.jsonl'), lines.join(''));
    },
  },
  {
    title: 'continues an object where an earlier appender stopped',
    async run(store) {
      const first = await store.append('runs/a.jsonl');
      await first.write('one\n');
      await first.close();
      const second = await store.append('runs/a.jsonl');
      await second.write('two\n');
      await second.close();
      assert.equal(await textOf(store, 'runs/a.jsonl'), 'one\ntwo\n');
      await store.put('runs/a.jsonl', 'ordered\n');
      assert.equal(await textOf(store, 'runs/a.jsonl'), 'ordered\n');
      const third = await store.append('runs/a.jsonl');
      await third.write('more\n');
      await third.close();
      assert.equal(await textOf(store, 'runs/a.jsonl'), 'ordered\nmore\n');
    },
  },
  {
    title: 'creates an empty object on append, and refuses to write after close',
    async run(store) {
      const appender = await store.append('runs/empty.jsonl');
      await appender.close();
      assert.equal(await textOf(store, 'runs/empty.jsonl'), '');
      await assert.rejects(() => appender.write('late\n'), isFault('defect'));
    },
  },
];

const naming: readonly StoreCheck[] = [
  {
    title: 'lists keys by plain prefix in byte order',
    async run(store) {
      const keys = [
        'reports/b/x.md',
        'reports/b.json',
        'reports/a/y.md',
        'runs/中文.jsonl',
        'runs/a b.jsonl',
        'runs/z.jsonl',
        '.reportcard/cache/ab/cd.json',
      ];
      for (const key of keys) await store.put(key, key);
      assert.deepEqual(await keysOf(store, 'reports/'), ['reports/a/y.md', 'reports/b.json', 'reports/b/x.md']);
      assert.deepEqual(await keysOf(store, 'reports/b'), ['reports/b.json', 'reports/b/x.md']);
      assert.deepEqual(await keysOf(store, 'runs/'), ['runs/a b.jsonl', 'runs/z.jsonl', 'runs/中文.jsonl']);
      assert.deepEqual(await keysOf(store, '.reportcard/'), ['.reportcard/cache/ab/cd.json']);
      assert.deepEqual(await keysOf(store, 'nothing/'), []);
      assert.equal((await keysOf(store, '')).length, 7);
    },
  },
  {
    title: 'keeps unusual but safe names apart',
    async run(store) {
      const names = [
        "it's (1) & [2] + {3} = 100%, ~!@#$^`;",
        '__proto__',
        'constructor',
        'a%2Fb',
        'ａ',
        'e\u0301',
        '😀',
        '.hidden',
        'a..b',
      ];
      for (const name of names) await store.put(`d/${name}`, name);
      for (const name of names) assert.equal(await textOf(store, `d/${name}`), name);
      assert.deepEqual(new Set(await keysOf(store, 'd/')), new Set(names.map((name) => `d/${name}`)));
    },
  },
  {
    title: 'renames over what stands there and deletes without complaint',
    async run(store) {
      await store.put('reports/a/slides.html', 'new');
      await store.put('reports/b/slides.html.stale', 'old');
      await store.rename('reports/a/slides.html', 'reports/b/slides.html.stale');
      assert.equal(await textOf(store, 'reports/b/slides.html.stale'), 'new');
      assert.equal(await store.exists('reports/a/slides.html'), false);
      await assert.rejects(() => store.rename('reports/a/slides.html', 'x'), isFault('data'));
      await store.delete('reports/b/slides.html.stale');
      await store.delete('reports/b/slides.html.stale');
      assert.deepEqual(await keysOf(store, ''), []);
    },
  },
  {
    title: 'refuses unsafe keys in every method',
    async run(store) {
      for (const key of [
        '',
        '/etc/passwd',
        '../x',
        'a/../x',
        'a//b',
        'a\\b',
        'a/',
        'nul',
        'a/COM1.txt',
        'a:b',
        'a\u0000',
        'a?',
        'x'.repeat(256),
      ]) {
        const calls = [
          store.get(key),
          store.put(key, ''),
          store.putIfAbsent(key, ''),
          store.append(key),
          store.stat(key),
          store.exists(key),
          store.delete(key),
          store.rename(key, 'y'),
          store.rename('y', key),
        ];
        for (const result of await Promise.allSettled(calls)) {
          assert.ok(
            result.status === 'rejected' && isFault('path')(result.reason),
            `${JSON.stringify(key)} was accepted`,
          );
        }
        await assert.rejects(async () => collectBytes(store.read(key)), isFault('path'));
      }
      await assert.rejects(() => keysOf(store, '../'), isFault('path'));
    },
  },
];

/** The contract of {@link ObjectStore}, as data: 12 checks, each on an empty store. */
export const STORE_CHECKS: readonly StoreCheck[] = [...readWrite, ...appending, ...naming];
