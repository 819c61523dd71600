import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReportcardError } from '@reportcard/report-schema';
import { afterAll, describe, expect, it } from 'vitest';
import { collectBytes, createFileStore, readText } from '../src/index.ts';
import { testObjectStore } from '../src/testing/index.ts';

const folders: string[] = [];

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'object-store-'));
  folders.push(folder);
  return folder;
}

async function faultOf(promise: Promise<unknown>): Promise<ReportcardError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ReportcardError);
  return error as ReportcardError;
}

async function listKeys(keys: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const key of keys) all.push(key);
  return all;
}

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

testObjectStore('the file store', async () => createFileStore(await createFolder()), { describe, it });

describe('the file store', () => {
  it('makes its folder only when something is written', async () => {
    const folder = join(await createFolder(), 'new', 'deep');
    const store = createFileStore(folder);
    expect(await listKeys(store.list(''))).toEqual([]);
    await store.put('a/b.txt', 'x');
    expect(await readFile(join(folder, 'a', 'b.txt'), 'utf8')).toBe('x');
  });

  it('leaves no temporary file behind, and does not list one that a kill left', async () => {
    const folder = await createFolder();
    const store = createFileStore(folder);
    await store.put('a.txt', 'x');
    await store.putIfAbsent('b.txt', 'x');
    await store.putIfAbsent('b.txt', 'y');
    expect((await readdir(folder)).sort()).toEqual(['a.txt', 'b.txt']);
    await writeFile(join(folder, '.rc-0a1b-2c.tmp'), 'torn');
    expect(await listKeys(store.list(''))).toEqual(['a.txt', 'b.txt']);
  });

  it('says what to do when a folder stands in the place of a file, or a file in the place of a folder', async () => {
    const folder = await createFolder();
    const store = createFileStore(folder);
    await mkdir(join(folder, 'report.md'));
    const read = await faultOf(store.get('report.md'));
    expect([read.code, read.message, read.file]).toEqual([
      'path',
      'this is a folder, not a file',
      join(folder, 'report.md'),
    ]);
    expect((await faultOf(collectBytes(store.read('report.md')))).code).toBe('path');
    expect((await faultOf(store.put('report.md', 'x'))).code).toBe('path');
    expect((await faultOf(store.append('report.md'))).code).toBe('path');
    expect(await store.stat('report.md')).toBeNull();
    await writeFile(join(folder, 'runs'), 'a file');
    const put = await faultOf(store.put('runs/a.jsonl', 'x'));
    expect([put.code, put.message]).toEqual(['path', 'a file stands where a folder is needed']);
    expect(put.hint).toContain('--dir');
  });

  it('reports a full disk as unavailable, keeps the cause, and stays closed after a torn append', async () => {
    const store = createFileStore('/dev');
    const appender = await store.append('full');
    const fault = await faultOf(appender.write('line\n'));
    expect([fault.code, fault.message, fault.got]).toEqual(['unavailable', 'the disk is full', 'ENOSPC']);
    expect(fault.cause).toBeInstanceOf(Error);
    expect((await faultOf(appender.write('next\n'))).code).toBe('unavailable');
    expect((await faultOf(appender.close())).code).toBe('unavailable');
  });

  const isRoot = process.getuid?.() === 0;
  const why = isRoot ? ' (root may write everywhere: run as another user)' : '';
  it.skipIf(isRoot)(`reports a missing permission as a path fault${why}`, async () => {
    const folder = await createFolder();
    await chmod(folder, 0o500);
    const fault = await faultOf(createFileStore(folder).put('a.txt', 'x'));
    expect([fault.code, fault.message]).toEqual(['path', 'no permission to read or write here']);
  });

  it('follows links to files and folders, but not in a circle', async () => {
    const folder = await createFolder();
    const other = await createFolder();
    await writeFile(join(other, 'x.jsonl'), '1');
    await symlink(other, join(folder, 'runs'));
    await symlink(folder, join(folder, 'self'));
    expect(await listKeys(createFileStore(folder).list(''))).toEqual(['runs/x.jsonl']);
  });

  it('reads text without its BOM and names a file that is not UTF-8', async () => {
    const store = createFileStore(await createFolder());
    await store.put('a.json', '\ufeff{}');
    expect(await readText(store, 'a.json')).toBe('{}');
    expect(await readText(store, 'b.json')).toBeNull();
    await store.put('c.json', Uint8Array.from([0xff, 0xfe, 0x41]));
    expect((await faultOf(readText(store, 'c.json'))).file).toBe('c.json');
  });
});
