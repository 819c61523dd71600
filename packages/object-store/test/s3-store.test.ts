import { S3mini } from 's3mini';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectBytes, type ObjectStore } from '../src/index.ts';
import { createS3Store, type S3Options } from '../src/s3/index.ts';
import { testObjectStore } from '../src/testing/index.ts';
import { findMissingPrograms, type S3Server, startS3Server } from './s3-server.mjs';

const missing = await findMissingPrograms();
const mustRun = process.env['CI'] === 'true';
const why = `skipped: ${missing.join(', ')} not installed (apt-get install --no-install-recommends, packages in test/APT.txt)`;

let server: S3Server | undefined;
let buckets = 0;

/** The bucket itself, to look behind the store. The gateway calls its only region `default`. */
function openBucket({ endpoint, bucket, accessKeyId, secretAccessKey }: S3Options): S3mini {
  return new S3mini({ endpoint: `${endpoint}/${bucket}`, accessKeyId, secretAccessKey, region: 'default' });
}

async function createBucket(): Promise<S3Options> {
  if (server === undefined) throw new Error('no S3 server');
  const { endpoint, accessKeyId, secretAccessKey } = server;
  const bucket = `bucket-${++buckets}`;
  const options = { endpoint, bucket, accessKeyId, secretAccessKey };
  await openBucket(options).createBucket();
  return options;
}

async function textOf(store: ObjectStore, key: string): Promise<string> {
  return new TextDecoder().decode(await collectBytes(store.read(key)));
}

async function keysOf(store: ObjectStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.list('')) keys.push(key);
  return keys;
}

describe.skipIf(missing.length > 0 && !mustRun)(missing.length > 0 ? `the S3 store (${why})` : 'the S3 store', () => {
  beforeAll(async () => {
    expect(missing, 'programs of the S3 server; install the packages of test/APT.txt').toEqual([]);
    server = await startS3Server();
  }, 120_000);
  afterAll(async () => server?.stop());

  testObjectStore(
    'the S3 store with a prefix',
    async () => createS3Store({ ...(await createBucket()), prefix: 'team/space 1' }),
    { describe, it },
  );

  it('lists more keys than one page holds', async () => {
    const store = createS3Store(await createBucket());
    const keys = Array.from({ length: 1101 }, (_, index) => `cache/${String(index).padStart(5, '0')}`);
    for (let start = 0; start < keys.length; start += 50)
      await Promise.all(keys.slice(start, start + 50).map((key) => store.put(key, key)));
    expect(await keysOf(store)).toEqual(keys);
  });

  it('sends a big body in parts and leaves no unfinished upload when it breaks', async () => {
    const options = await createBucket();
    const store = createS3Store({ ...options, partSize: 5 * 1024 * 1024 });
    const chunk = 'x'.repeat(3 * 1024 * 1024);
    await store.put(
      'big.txt',
      Array.from({ length: 5 }, () => chunk),
    );
    expect((await store.stat('big.txt'))?.size).toBe(15 * 1024 * 1024);
    const broken = async function* (): AsyncGenerator<string> {
      for (let index = 0; index < 4; index++) yield chunk;
      throw new Error('the source broke');
    };
    await expect(store.put('other.txt', broken())).rejects.toThrow('the source broke');
    const s3 = openBucket(options);
    await s3.getMultipartUploadId('control.txt');
    const unfinished = JSON.stringify(await s3.listMultipartUploads());
    expect(unfinished).toContain('control.txt');
    expect(unfinished).not.toContain('other.txt');
    expect(await keysOf(store)).toEqual(['big.txt']);
  });

  it('shows appended lines within about a second, and loses none of them to a kill', async () => {
    const options = await createBucket();
    const store = createS3Store(options);
    const appender = await store.append('runs/a.jsonl');
    await appender.write('{"n":1}\n');
    await expect.poll(() => textOf(store, 'runs/a.jsonl'), { timeout: 10_000 }).toBe('{"n":1}\n');
    await appender.write('{"n":2}\n');
    await expect.poll(() => textOf(store, 'runs/a.jsonl'), { timeout: 10_000 }).toBe('{"n":1}\n{"n":2}\n');
    const s3 = openBucket(options);
    expect((await s3.listObjects())?.map((object) => object.Key)).toEqual([
      'runs/a.jsonl',
      'runs/a.parts/000001.jsonl',
      'runs/a.parts/000002.jsonl',
    ]);
    expect(await keysOf(store)).toEqual(['runs/a.jsonl']);
    expect((await store.stat('runs/a.jsonl'))?.size).toBe(16);
    // The first appender is never closed, as after a kill; a second one goes on.
    const next = await createS3Store(options).append('runs/a.jsonl');
    await next.write('{"n":3}\n');
    await next.close();
    expect(await textOf(store, 'runs/a.jsonl')).toBe('{"n":1}\n{"n":2}\n{"n":3}\n');
    expect((await s3.listObjects())?.map((object) => object.Key)).toEqual(['runs/a.jsonl']);
  });

  it('counts no line twice when it was killed between joining and tidying up', async () => {
    const options = await createBucket();
    const store = createS3Store(options);
    const s3 = openBucket(options);
    const appender = await store.append('runs/a.jsonl');
    await appender.write('one\n');
    await expect.poll(() => textOf(store, 'runs/a.jsonl'), { timeout: 10_000 }).toBe('one\n');
    await appender.write('two\n');
    await appender.close();
    await s3.putObject('runs/a.parts/000001.jsonl', 'one\n');
    await s3.putObject('runs/a.parts/000002.jsonl', 'two\n');
    expect(await textOf(store, 'runs/a.jsonl')).toBe('one\ntwo\n');
    const again = await store.append('runs/a.jsonl');
    await again.write('three\n');
    await again.close();
    expect(await textOf(store, 'runs/a.jsonl')).toBe('one\ntwo\nthree\n');
    expect((await s3.listObjects())?.map((object) => object.Key)).toEqual(['runs/a.jsonl']);
  });

  it('still lets one writer win where the server has no conditional writes', async () => {
    const unconditional: typeof fetch = (input, init) => {
      const conditional = new Headers(init?.headers).has('if-none-match');
      return conditional ? Promise.resolve(new Response('', { status: 501 })) : fetch(input, init);
    };
    const store = createS3Store({ ...(await createBucket()), fetch: unconditional });
    expect(await store.putIfAbsent('runs/a.lock', 'first')).toBe(true);
    expect(await store.putIfAbsent('runs/a.lock', 'second')).toBe(false);
    expect(await textOf(store, 'runs/a.lock')).toBe('first');
  });

  it('says what is wrong with bucket, credentials and place, without telling a secret', async () => {
    const options = await createBucket();
    await expect(createS3Store({ ...options, bucket: 'no-such-bucket' }).put('a', 'x')).rejects.toMatchObject({
      code: 'unavailable',
      message: 'there is no such bucket',
    });
    const wrong = await createS3Store({ ...options, secretAccessKey: 'WRONGSECRET' })
      .put('a', 'x')
      .catch((error: unknown) => error);
    expect(wrong).toMatchObject({ code: 'unavailable', file: `s3://${options.bucket}/a` });
    expect(JSON.stringify(wrong) + String(Reflect.get(Object(wrong), 'cause'))).not.toContain('WRONGSECRET');
    await expect(createS3Store(options).append('a.txt')).rejects.toMatchObject({ code: 'path' });
  });
});

describe('the S3 store without a server', () => {
  it('reports a refused connection as unavailable', async () => {
    const store = createS3Store({
      endpoint: 'http://127.0.0.1:1',
      bucket: 'b',
      accessKeyId: 'a',
      secretAccessKey: 'b',
    });
    expect(store.url).toBe('s3://b');
    await expect(store.get('a')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
