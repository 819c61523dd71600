import { type AWSHeaders, S3mini, S3ServiceError } from 's3mini';
import { readBody } from '../object-body.ts';
import type { ObjectBody } from '../object-store.ts';
import { explainS3Error, statusOf } from './s3-error.ts';

/** Where a bucket is and who asks. */
export interface S3Options {
  /** Base address of the service, such as `https://s3.eu-central-1.amazonaws.com` or `http://127.0.0.1:9000`; the bucket follows in the path. */
  readonly endpoint: string;
  readonly bucket: string;
  /** Folder within the bucket; none by default. */
  readonly prefix?: string | undefined;
  /** Default `us-east-1`. */
  readonly region?: string | undefined;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Largest body sent in one request, and size of a part beyond it, in bytes. Default 8 MiB; services want at least 5 MiB. */
  readonly partSize?: number | undefined;
  /** Limit of one request in milliseconds. Default 60,000. */
  readonly timeoutMs?: number | undefined;
  readonly fetch?: typeof fetch | undefined;
}

/** An object's head. */
export interface S3Head {
  readonly size: number;
  readonly modified: Date;
  /** Our own `x-amz-meta-reportcard-joined`; null when absent. */
  readonly joined: string | null;
}

/** A line of a listing. */
export interface S3Entry {
  readonly key: string;
  readonly size: number;
  readonly modified: Date;
}

/** The few requests the store is made of. Keys here are whole keys in the bucket. */
export interface S3Client {
  get(key: string): Promise<Response | null>;
  head(key: string): Promise<S3Head | null>;
  /** One request up to `partSize`, a multipart upload beyond. */
  put(key: string, body: ObjectBody, metadata: Readonly<Record<string, string>>): Promise<void>;
  /** False when the key is taken; null when the server cannot tell (no conditional writes). */
  putIfAbsent(key: string, body: Uint8Array): Promise<boolean | null>;
  list(prefix: string): AsyncGenerator<S3Entry>;
  delete(key: string): Promise<void>;
  copy(from: string, to: string): Promise<void>;
}

/** Name of the header that tells which appended parts an object already holds. */
export const JOINED_HEADER = 'x-amz-meta-reportcard-joined';

const UNSUPPORTED: ReadonlySet<number> = new Set([400, 405, 411, 501]);

/** Headers beyond `x-amz-*` are sent as well; the client's type only names those. */
function asHeaders(headers: Readonly<Record<string, string>>): AWSHeaders {
  return headers as AWSHeaders;
}

/** Cuts a body into pieces of exactly `size` bytes but for the last; gives at least one piece. */
async function* cutBody(body: ObjectBody, size: number): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let length = 0;
  let pieces = 0;
  for await (const chunk of readBody(body, size)) {
    held.push(chunk);
    length += chunk.byteLength;
    if (length <= size) continue;
    let whole: Uint8Array = Buffer.concat(held);
    for (; whole.byteLength > size; whole = whole.subarray(size)) {
      yield whole.subarray(0, size);
      pieces++;
    }
    held = [whole];
    length = whole.byteLength;
  }
  if (length > 0 || pieces === 0) yield Buffer.concat(held);
}

async function putParts(
  s3: S3mini,
  key: string,
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array>,
  headers: AWSHeaders,
): Promise<void> {
  const uploadId = await s3.getMultipartUploadId(key, 'application/octet-stream', undefined, headers);
  try {
    const parts = [await s3.uploadPart(key, uploadId, first, 1)];
    for await (const piece of rest) parts.push(await s3.uploadPart(key, uploadId, piece, parts.length + 1));
    await s3.completeMultipartUpload(key, uploadId, parts);
  } catch (error) {
    await s3.abortMultipartUpload(key, uploadId).catch(() => undefined);
    throw error;
  }
}

async function putBody(s3: S3mini, key: string, body: ObjectBody, size: number, headers: AWSHeaders): Promise<void> {
  const pieces = cutBody(body, size);
  const first = await pieces.next();
  const second = await pieces.next();
  const bytes = first.done === true ? new Uint8Array() : first.value;
  if (second.done === true) {
    await s3.putObject(key, bytes, 'application/octet-stream', undefined, headers);
    return;
  }
  const rest = async function* (): AsyncGenerator<Uint8Array> {
    yield second.value;
    yield* pieces;
  };
  await putParts(s3, key, bytes, rest(), headers);
}

async function putNew(s3: S3mini, key: string, body: Uint8Array): Promise<boolean | null> {
  try {
    await s3.putObject(key, body, 'application/octet-stream', undefined, asHeaders({ 'if-none-match': '*' }));
    return true;
  } catch (error) {
    const status = statusOf(error);
    if (status === 412 || status === 409) return false;
    if (status !== undefined && UNSUPPORTED.has(status)) return null;
    throw error;
  }
}

async function readHead(s3: S3mini, key: string): Promise<S3Head | null> {
  const response = await s3.getObjectResponse(key, {});
  if (response === null) return null;
  await response.body?.cancel();
  const { headers } = response;
  return {
    size: Number(headers.get('content-length') ?? 0),
    modified: new Date(headers.get('last-modified') ?? 0),
    joined: headers.get(JOINED_HEADER),
  };
}

async function* listEntries(s3: S3mini, prefix: string): AsyncGenerator<S3Entry> {
  let token: string | undefined;
  do {
    const page = await s3.listObjectsPaged('/', prefix, 1000, token);
    if (page === null || page === undefined) throw new S3ServiceError('there is no such bucket', 404, 'NoSuchBucket');
    for (const { Key: key, Size: size, LastModified: modified } of page.objects ?? []) yield { key, size, modified };
    token = page.nextContinuationToken;
  } while (token !== undefined);
}

async function deleteIfPresent(s3: S3mini, key: string): Promise<void> {
  try {
    await s3.deleteObject(key);
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
  }
}

/** A client for one bucket, path style. Every method rejects with a ReportcardError `unavailable`. */
export function createS3Client(options: S3Options): S3Client {
  const place = `s3://${options.bucket}`;
  const partSize = options.partSize ?? 8 * 1024 * 1024;
  const s3 = new S3mini({
    accessKeyId: options.accessKeyId,
    secretAccessKey: options.secretAccessKey,
    endpoint: `${options.endpoint.replace(/\/+$/, '')}/${options.bucket}`,
    region: options.region ?? 'us-east-1',
    requestAbortTimeout: options.timeoutMs ?? 60_000,
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });
  const explained = async <T>(key: string, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw explainS3Error(error, `${place}/${key}`);
    }
  };
  return {
    get: (key) => explained(key, s3.getObjectResponse(key)),
    head: (key) => explained(key, readHead(s3, key)),
    async put(key, body, metadata) {
      let broken: unknown;
      const guarded = guardBody(body, (error) => {
        broken = error;
      });
      try {
        await putBody(s3, key, guarded, partSize, asHeaders(metadata));
      } catch (error) {
        throw broken === undefined ? explainS3Error(error, `${place}/${key}`) : error;
      }
    },
    putIfAbsent: (key, body) => explained(key, putNew(s3, key, body)),
    async *list(prefix) {
      try {
        yield* listEntries(s3, prefix);
      } catch (error) {
        throw explainS3Error(error, `${place}/${prefix}`);
      }
    },
    delete: (key) => explained(key, deleteIfPresent(s3, key)),
    async copy(from, to) {
      await explained(from, s3.copyObject(from, to));
    },
  };
}

/** Passes a body through and tells of an error of the body's own, so that it is not taken for the server's. */
async function* guardBody(body: ObjectBody, onError: (error: unknown) => void): AsyncGenerator<Uint8Array> {
  try {
    yield* readBody(body);
  } catch (error) {
    onError(error);
    throw error;
  }
}
